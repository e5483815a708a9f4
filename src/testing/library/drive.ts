// Passes the updates of a bot to a handler, and confirms them.

import type { Client } from '../../control/client/client.ts'
import type { Update } from '../../control/contract/shapes.ts'
import { errorIn } from '../../control/describe/bot-output.ts'
import { invalidParam } from './explain-problems.ts'
import { type DrivenBot, type DrivenBots, throwUnreported } from './idle.ts'

/** The answer to a bot's call. For a refused call `ok` is false and `result` is missing. */
export type BotAnswer<Result = unknown> = SuccessAnswer<Result> | RefusalAnswer

interface SuccessAnswer<Result> {
  ok: true
  result: Result
  error_code?: undefined
  description?: undefined
  parameters?: undefined
}

interface RefusalAnswer {
  ok: false
  result?: undefined
  error_code: number
  description: string
  parameters?: { retry_after: number }
}

// biome-ignore lint/suspicious/noExplicitAny: each bot library has its own type of updates
export type UpdateHandler = (update: any) => unknown

export interface Drive extends AsyncDisposable {
  /** Stops delivering updates, awaits the running handler, and rethrows an error that no wait has thrown yet. */
  stop(): Promise<void>
}

type GetUpdates = (offset: number) => Promise<BotAnswer<Update[]>>

export function driveBot(
  { client, drivenBots, getUpdates }: { client: Client; drivenBots: DrivenBots; getUpdates: GetUpdates },
  bot: number,
  handle: UpdateHandler,
): Drive {
  if (typeof handle !== 'function') throw invalidParam('drive', 'a function that receives each update', handle)
  const abortController = new AbortController()
  // Ends the bot's previous handler, because only one handler may get each update.
  const previousEnd = drivenBots.get(bot)?.end()
  const end = () => {
    abortController.abort()
    return completion
  }
  const begun = Promise.withResolvers<void>()
  const state: DrivenBot = { unreported: [], begun: begun.promise, end }
  drivenBots.set(bot, state)

  async function keepError(error: unknown) {
    state.unreported.push(error)
    const lines = errorIn(error instanceof Error ? (error.stack ?? '').split('\n') : [])?.frames ?? []
    const [message = ''] = String(error).split('\n')
    await client.reportProgram({ bot, how: 'threw', error: message, lines }).catch(() => {})
  }

  /** Keeps an error for the report, so that the next update is handled as in a bot library. */
  async function handleUpdate(update: Update) {
    try {
      await handle(update)
    } catch (error) {
      await keepError(error)
    }
  }

  async function handleAllUpdates() {
    let offset = 0
    let isConfirmed = true
    try {
      while (!abortController.signal.aborted) {
        const { ok, result = [], description } = await getUpdates(offset)
        if (!ok) throw new Error(description)
        isConfirmed = true
        if (!result.length) break
        for (const update of result) {
          if (abortController.signal.aborted) break
          await handleUpdate(update)
          offset = update.update_id + 1
          isConfirmed = false
        }
      }
    } finally {
      // Confirms the handled updates, so that the next handler doesn't get them again.
      if (!isConfirmed) await getUpdates(offset).catch(() => {})
    }
  }

  async function run() {
    await previousEnd
    const { last_event: after } = await client.health()
    await handleAllUpdates()
    begun.resolve()
    for await (const _ of client.events({ bot, type: 'update', after }, abortController.signal))
      await handleAllUpdates()
  }

  const completion = run().catch(async (error) => {
    // An error after the drive was stopped is ignored, because stopping interrupts a request.
    if (!abortController.signal.aborted) await keepError(error)
    begun.resolve()
  })
  const stop = async () => {
    await end()
    if (drivenBots.get(bot) === state) drivenBots.delete(bot)
    throwUnreported(state)
  }
  return { stop, [Symbol.asyncDispose]: stop }
}
