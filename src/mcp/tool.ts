// The type of the tools for coding agents.

import type * as z from 'zod'
import type { Client } from '../client/client.ts'

/** Connects to the running emulator. Called again for each call of a tool, because another emulator may run by then. */
export type Connect = () => Client | Promise<Client>

interface Definition<Params extends z.ZodObject> {
  name: string
  /** The description of the tool for the agent. Keep it short, because it costs tokens in every conversation. */
  description: string
  params: Params
  readOnly: boolean
}

export interface Tool<Params extends z.ZodObject = z.ZodObject> extends Definition<Params> {
  answer(connect: Connect, params: z.output<Params>): Promise<string>
}

export const tool = <Params extends z.ZodObject>({
  answer,
  ...definition
}: Definition<Params> & { answer(client: Client, params: z.output<Params>): Promise<string> }): Tool<Params> => ({
  ...definition,
  answer: async (connect, params) => answer(await connect(), params),
})

/** Creates a tool that works without an emulator. */
export const standaloneTool = <Params extends z.ZodObject>({
  answer,
  ...definition
}: Definition<Params> & { answer(params: z.output<Params>): string }): Tool<Params> => ({
  ...definition,
  answer: async (_, params) => answer(params),
})
