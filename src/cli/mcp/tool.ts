// The type of the tools for coding agents, and what a tool can use.

import type * as z from 'zod'
import type { Client } from '../../control/client/client.ts'
import { Problem } from '../../lib/problem.ts'
import type { Target } from '../emulator-target.ts'
import type { Host } from './host.ts'

/** A call of a tool. `signal` cancels the call, and `report` sends its progress to the client. */
export interface ToolCall {
  signal: AbortSignal
  report(line: string): void
}

/** The hints by which a client decides whether to ask its user before it calls a tool. */
export const HINTS = {
  reads: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  /** The hints of tools that add data, but don't change or delete any. */
  adds: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  /** The hints of tools that can change or delete data of an emulator. */
  changes: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  /** The hints of tools that run a program of the caller's choice, which can do anything. */
  runsPrograms: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
}

interface Definition<Params extends z.ZodObject> {
  name: string
  /** The description of the tool for the agent. Keep it short, because it costs tokens in every conversation. */
  description: string
  params: Params
  hints: (typeof HINTS)[keyof typeof HINTS]
}

export interface Tool<Params extends z.ZodObject = z.ZodObject> extends Definition<Params> {
  answer(host: Host, params: z.output<Params>, call: ToolCall): Promise<string>
}

/** Infers the parameters of a tool from their schema. */
export const hostTool = <Params extends z.ZodObject>(tool: Tool<Params>): Tool<Params> => tool

/** Creates a tool that uses the running emulator. */
export const tool = <Params extends z.ZodObject>({
  answer,
  ...definition
}: Definition<Params> & {
  answer(client: Client, params: z.output<Params>): Promise<string>
}): Tool<Params> => ({
  ...definition,
  async answer(host, params) {
    const target = await host.connect()
    if (!definition.hints.readOnlyHint) requireHere(target)
    return answer(target.client, params)
  },
})

export function requireHere({ url, isElsewhere }: Target) {
  if (!isElsewhere) return
  const message = `The emulator at ${url} was started in another folder, so only read-only tools can use the emulator.`
  const hint = `Start an emulator here with \`start\`, or add --url ${url} to the command of this MCP server.`
  throw new Problem('emulator-elsewhere', message, hint)
}
