// A bot as an object: its token and URL, its calls and its updates.

import type { Client, OperationParamsOf, OperationResultOf, Values, ViewParams } from '../../control/client/client.ts'
import type { BotView, ProfileView } from '../../control/contract/people.ts'
import type { Update } from '../../control/contract/shapes.ts'
import type { CallView, LimitUse } from '../../control/contract/traffic.ts'
import { type BotAnswer, type Drive, driveBot, type UpdateHandler } from './drive.ts'
import { explainProblems } from './explain-problems.ts'
import { type DrivenBots, type Patience, waitUntilReady } from './idle.ts'
import { refOf, type Who } from './references.ts'

export type Bot = ReturnType<typeof createBot>

export interface CallAsBot {
  <const Name extends string>(
    operation: Name,
    ...params: OperationParamsOf<Name>
  ): Promise<BotAnswer<OperationResultOf<Name>>>
  /** Calls an operation that is not in the types of this package. Pass the type of its result as a type argument. */
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
    /** The base URL of the bot's operations, as in `${bot.api}/sendMessage`. */
    api: `${url}/bot${token}`,
    /** Calls an operation with this bot's token. Returns the answer, even if the service refuses the call. */
    call: call as CallAsBot,
    /** Returns the bot's calls in the event log, oldest first. */
    calls: (query: Omit<ViewParams['/calls'], 'bot'> = {}): Promise<CallView[]> =>
      client.view('/calls', { ...query, bot: id }),
    /** Returns the updates that the bot has not confirmed yet. */
    updates: (): Promise<Update[]> => client.view('/bots/:bot/updates', { bot: id }),
    limits: (): Promise<LimitUse[]> => client.view('/bots/:bot/limits', { bot: id }),
    profile: (as?: Who): Promise<ProfileView> =>
      client.view('/bots/:bot/profile', { bot: id, ...(as !== undefined && { as: refOf(as) }) }),
    /**
     * Resolves once the bot's program polls or has set a webhook, or `drive` handles its updates. Throws if that takes
     * longer than 10 seconds, or than `within`.
     */
    ready: (limit?: Patience): Promise<void> => waitUntilReady(client, drivenBots, id, limit),
    /** Passes each update to a handler function in this process, such as the update handler of a bot library. */
    drive: (handler: UpdateHandler): Drive =>
      driveBot({ client, drivenBots, getUpdates: (offset) => bot.call('getUpdates', { offset }) }, id, handler),
  }
  return explainProblems(bot)
}
