// A bot as an object: its token and URL, its calls and its updates.

import type { Client, OperationParamsOf, OperationResultOf, Values, ViewParams } from '../client/client.ts'
import type { BotView, ProfileView } from '../contract/people.ts'
import type { Update } from '../contract/shapes.ts'
import type { CallView, LimitUse } from '../contract/traffic.ts'
import { type BotAnswer, type Drive, driveBot, type UpdateHandler } from './drive.ts'
import { explainProblems } from './explain-problems.ts'
import { refOf, type Who } from './references.ts'
import { type DrivenBots, type Patience, waitUntilReady } from './replies/idle.ts'

export type Bot = ReturnType<typeof createBot>

export interface CallAsBot {
  <const Name extends string>(
    operation: Name,
    ...params: OperationParamsOf<Name>
  ): Promise<BotAnswer<OperationResultOf<Name>>>
  /** Calls an operation that the types do not know; the caller states the type of the result. */
  <Result = never>(
    operation: string,
    ...params: [Result] extends [never] ? [saysNoResult: never] : [params?: Values]
  ): Promise<BotAnswer<Result>>
}

export function createBot(
  client: Client,
  { url, drivenBots }: { url: string; drivenBots: DrivenBots },
  { id, handle, first_name, username, token }: BotView,
) {
  async function call(operation: string, params: Values = {}): Promise<BotAnswer> {
    const body = JSON.stringify(params)
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}/bot${token}/${operation}`, { method: 'POST', headers, body })
    return (await response.json()) as BotAnswer
  }

  const bot = {
    id,
    handle,
    first_name,
    username,
    token,
    /** The base URL of its operations: `${api}/sendMessage`. */
    api: `${url}/bot${token}`,
    /** Calls an operation as this bot. */
    call: call as CallAsBot,
    /** Returns the bot's calls in the event log, oldest first. */
    calls: (query: Omit<ViewParams['/calls'], 'bot'> = {}): Promise<CallView[]> =>
      client.view('/calls', { ...query, bot: id }),
    /** Returns the pending updates. */
    updates: (): Promise<Update[]> => client.view('/bots/:bot/updates', { bot: id }),
    limits: (): Promise<LimitUse[]> => client.view('/bots/:bot/limits', { bot: id }),
    profile: (as?: Who): Promise<ProfileView> =>
      client.view('/bots/:bot/profile', { bot: id, ...(as !== undefined && { as: refOf(as) }) }),
    /** Resolves once the bot's program polls or has a webhook. Throws after 10 seconds, or the given time. */
    ready: (patience?: Patience): Promise<void> => waitUntilReady(client, drivenBots, { id, handle }, patience),
    /** Passes the bot's updates to a handler in this process, such as that of a bot library or a webhook. */
    drive: (handler: UpdateHandler): Drive =>
      driveBot(
        {
          client,
          drivenBots,
          getUpdates: (offset) => bot.call('getUpdates', { offset }),
        },
        id,
        handler,
      ),
  }
  return explainProblems(bot)
}
