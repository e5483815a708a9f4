// Formats calls and deliveries as lines for people, or as JSON records.

import type { BotView } from '../../control/contract/people.ts'
import type { DeliveryState } from '../../control/contract/traffic.ts'
import { deliveryText, isRepeatedPoll } from '../../control/describe/call.ts'
import { isProgramError, programText } from '../../control/describe/program.ts'
import { callerOf, viewAttempt, viewCall } from '../../control/present/traffic.ts'
import type { Emulator } from '../../emulator.ts'
import type { Palette } from '../../lib/colours.ts'
import { safeJson } from '../../lib/safe-text.ts'
import type { Call, Delivery, RecordedOf } from '../../service/event-log/entry.ts'
import {
  causePieces,
  durationPiece,
  lineText,
  type Piece,
  spacePieces,
  statusPiece,
  timePiece,
} from '../print/print.ts'
import { isEmptyPoll, type Notation } from './log.ts'

export function createLineNotation(emulator: Emulator, palette: Palette): Notation {
  const { world } = emulator
  const { clock } = world
  const handleOf = (bot: number) => world.store.users.byId(bot)?.handle
  const line = (at: number, bot: string | null | undefined, ...pieces: Piece[]) =>
    lineText(spacePieces([timePiece(at), bot ?? '?', ...pieces]), palette)

  function callLine(call: Call): string | undefined {
    if (isEmptyPoll(call) || isRepeatedPoll(call)) return undefined
    const { at, method, status, duration_ms } = call
    const outcome = [statusPiece(status), durationPiece(duration_ms), ...causePieces(call)]
    return line(at, callerOf(world, call), method, ...outcome)
  }

  function deliveryLine(delivery: Delivery): string {
    const { at, bot, url, attempt, status, error, update, retry_at, ignored_operation, duration_ms } = delivery
    const notes = [
      ...(ignored_operation === undefined ? [] : [`${ignored_operation} in the webhook's answer was ignored`]),
      ...(retry_at === undefined || !clock.frozen() ? [] : [retryText(retry_at - clock.ms() / 1000)]),
    ]
    const outcome = [statusPiece(status, String(status ?? error)), durationPiece(duration_ms)]
    const updateLabel = `update ${update.update_id}${attempt === 1 ? '' : `, attempt ${attempt}`}`
    return line(at, handleOf(bot), webhookText(url), ...outcome, updateLabel, { as: 'notice', text: notes.join(', ') })
  }

  function programLines(entry: RecordedOf<'program'>): string {
    const isError = isProgramError(entry)
    const head = entry.how === 'wrote' ? '|' : 'program'
    const lines = programText(entry).split('\n')
    return lines
      .map((text) => line(entry.at, handleOf(entry.bot), head, isError ? { as: 'bad', text } : text))
      .join('\n')
  }

  function clockLines(): string | undefined {
    const lines = webhooksWaitingForClock(emulator).map(({ handle, url, seconds }) =>
      line(clock.ms() / 1000, handle, webhookText(url), { as: 'notice', text: retryText(seconds) }),
    )
    return lines.length ? lines.join('\n') : undefined
  }

  return (entry) => {
    if (entry.type === 'call') return callLine(entry.call)
    if (entry.type === 'delivery') return deliveryLine(entry.delivery)
    if (entry.type === 'program') return programLines(entry)
    return entry.type === 'clock' ? clockLines() : undefined
  }
}

const webhookText = (webhook: string) => deliveryText({ polling: false, webhook })

export const createJsonNotation =
  ({ world }: Emulator, { emptyPolls }: { emptyPolls: boolean }): Notation =>
  (entry) => {
    const handleOf = (bot: number) => world.store.users.byId(bot)?.handle ?? null
    if (entry.type === 'call') {
      if (!emptyPolls && isEmptyPoll(entry.call)) return undefined
      return toJsonRecord({ event: 'call', ...viewCall(world, entry.call) })
    }
    if (entry.type === 'delivery') {
      const { at, id, bot } = entry.delivery
      return toJsonRecord({ event: 'delivery', at, bot: handleOf(bot), delivery: id, ...viewAttempt(entry.delivery) })
    }
    if (entry.type !== 'program') return undefined
    const { id: _, type: event, bot, ...program } = entry
    return toJsonRecord({ event, bot: handleOf(bot), ...program })
  }

/** Hides the secrets of webhooks. The event log never contains the token of a call's path. */
const toJsonRecord = (value: object) => safeJson(value, (key, each) => (key === 'secret_token' ? '…' : each))

/** With the seconds on the frozen clock until the next attempt. */
export function webhooksWaitingForClock({ world: { clock }, view }: Emulator) {
  if (!clock.frozen()) return []
  return (view('/bots') as BotView[]).flatMap(({ handle }) => {
    const { webhook, retry_at } = view(`/bots/${handle}/delivery`) as DeliveryState
    return webhook === null || retry_at === null ? [] : { handle, url: webhook, seconds: retry_at - clock.ms() / 1000 }
  })
}

/** Shows milliseconds, because users may advance the clock by exactly the time until the next attempt. */
export const retryText = (seconds: number) =>
  `next attempt in ${Math.round(seconds * 1000) / 1000} s, but the clock is frozen`
