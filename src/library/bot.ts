// A bot as an object: what its program needs to run, and what there is to see of it.

import type { Client, Json, Values } from '../client/client.ts'

export interface BotView {
  id: number
  handle: string
  first_name: string
  username?: string
  token: string
}

export type Bot = ReturnType<typeof botOver>

/** What a bot's call was answered. */
export interface BotAnswer {
  ok: boolean
  result?: Json
  error_code?: number
  description?: string
  parameters?: { retry_after: number }
}

export function botOver(client: Client, url: string, { id, handle, first_name, username, token }: BotView) {
  return {
    id,
    handle,
    first_name,
    username,
    token,
    /** Where its operations are: `${api}/sendMessage`. */
    api: `${url}/bot${token}`,
    /** Calls an operation as this bot, where no program does it. */
    async call(operation: string, params: Values = {}): Promise<BotAnswer> {
      const body = JSON.stringify(params)
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${url}/bot${token}/${operation}`, { method: 'POST', headers, body })
      return (await response.json()) as BotAnswer
    },
    /** Its calls that the emulator remembers, oldest first. */
    calls: (query: Values = {}): Promise<Json[]> => client.view('/calls', { ...query, bot: id }),
    /** What waits in its queue. */
    updates: (): Promise<Json[]> => client.view(`/bots/${id}/updates`),
    limits: (): Promise<Json[]> => client.view(`/bots/${id}/limits`),
    profile: (as?: string | number): Promise<Json> => client.view(`/bots/${id}/profile`, { as }),
  }
}
