// A bot as an object: what its program needs to run, and what there is to see of it.

import type { Client, ParamsOfCall, ResultOfCall, Values, ViewParams } from '../client/client.ts'
import type { BotView, ProfileView } from '../contract/people.ts'
import type { Update } from '../contract/shapes.ts'
import type { CallView, LimitUse } from '../contract/traffic.ts'

export type Bot = ReturnType<typeof botOver>

/** What a bot's call was answered. */
export interface BotAnswer<Result = unknown> {
  ok: boolean
  result?: Result
  error_code?: number
  description?: string
  parameters?: { retry_after: number }
}

export interface CallAsBot {
  <const Name extends string>(operation: Name, ...params: ParamsOfCall<Name>): Promise<BotAnswer<ResultOfCall<Name>>>
  /** Of whatever name and parameters, by whoever says what it answers. */
  <Result = never>(
    operation: string,
    ...params: [Result] extends [never] ? [saysNoResult: never] : [params?: Values]
  ): Promise<BotAnswer<Result>>
}

export function botOver(client: Client, url: string, { id, handle, first_name, username, token }: BotView) {
  async function call(operation: string, params: Values = {}): Promise<BotAnswer> {
    const body = JSON.stringify(params)
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}/bot${token}/${operation}`, { method: 'POST', headers, body })
    return (await response.json()) as BotAnswer
  }

  return {
    id,
    handle,
    first_name,
    username,
    token,
    /** Where its operations are: `${api}/sendMessage`. */
    api: `${url}/bot${token}`,
    /** Calls an operation as this bot, where no program does it. */
    call: call as CallAsBot,
    /** Its calls that the emulator remembers, oldest first. */
    calls: (query: Omit<ViewParams['/calls'], 'bot'> = {}): Promise<CallView[]> =>
      client.view('/calls', { ...query, bot: id }),
    /** What waits in its queue. */
    updates: (): Promise<Update[]> => client.view('/bots/:bot/updates', { bot: id }),
    limits: (): Promise<LimitUse[]> => client.view('/bots/:bot/limits', { bot: id }),
    profile: (as?: string | number): Promise<ProfileView> => client.view('/bots/:bot/profile', { bot: id, as }),
  }
}
