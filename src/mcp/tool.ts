// What every tool for an agent is: its name, what it is for, what it takes, and its answer as text.

import type * as z from 'zod'
import type { Client } from '../client/client.ts'

export interface Tool<Params extends z.ZodObject = z.ZodObject> {
  name: string
  /** Every word of it is paid for in each conversation of an agent. */
  description: string
  params: Params
  /** Whether it leaves the world as it is. */
  readOnly: boolean
  answer(client: Client, params: z.output<Params>): Promise<string>
}

export const tool = <Params extends z.ZodObject>(definition: Tool<Params>): Tool<Params> => definition
