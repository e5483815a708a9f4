// A bot as an object: what its program needs to run, and what there is to see of it.

import type { Client, OperationParamsOf, OperationResultOf, Values, ViewParams } from '../client/client.ts'
import type { BotView, ProfileView } from '../contract/people.ts'
import type { Update } from '../contract/shapes.ts'
import type { CallView, LimitUse } from '../contract/traffic.ts'
import { type BotAnswer, type Drive, driveBot, type UpdateHandler } from './drive.ts'
import { explained } from './explained.ts'
import { type Driven, type Patience, untilReady } from './replies/idle.ts'
import { refOf, type Who } from './who.ts'

export type Bot = ReturnType<typeof botOver>

export interface CallAsBot {
  <const Name extends string>(
    operation: Name,
    ...params: OperationParamsOf<Name>
  ): Promise<BotAnswer<OperationResultOf<Name>>>
  /** Of whatever name and parameters, by whoever says what it answers. */
  <Result = never>(
    operation: string,
    ...params: [Result] extends [never] ? [saysNoResult: never] : [params?: Values]
  ): Promise<BotAnswer<Result>>
}

export function botOver(
  client: Client,
  { url, driven }: { url: string; driven: Driven },
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
    profile: (as?: Who): Promise<ProfileView> =>
      client.view('/bots/:bot/profile', { bot: id, ...(as !== undefined && { as: refOf(as) }) }),
    /** Resolves once its program polls or has a webhook; within 10 seconds unless given. */
    ready: (patience?: Patience): Promise<void> => untilReady(client, driven, { id, handle }, patience),
    /** Gives its updates to a handler in this process: that of a library, or of a webhook. */
    drive: (handler: UpdateHandler): Drive =>
      driveBot(
        {
          client,
          driven,
          getUpdates: (offset) => bot.call('getUpdates', { offset }),
        },
        id,
        handler,
      ),
  }
  return explained(bot)
}
