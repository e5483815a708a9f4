// The type of the tools for coding agents.

import type * as z from 'zod'
import type { Client } from '../client/client.ts'

export interface Tool<Params extends z.ZodObject = z.ZodObject> {
  name: string
  /** Keep it short: it costs tokens in every conversation of an agent. */
  description: string
  params: Params
  readOnly: boolean
  answer(client: Client, params: z.output<Params>): Promise<string>
}

export const tool = <Params extends z.ZodObject>(definition: Tool<Params>): Tool<Params> => definition
