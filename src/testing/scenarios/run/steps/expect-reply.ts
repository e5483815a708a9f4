// The step expectReply: waits for a message of a bot, or explains its absence.

import type { Missed } from '../../../../control/contract/expectation.ts'
import type { MessageView } from '../../../../control/contract/messages.ts'
import type { CallView } from '../../../../control/contract/traffic.ts'
import { waitEndText } from '../../../../control/describe/call.ts'
import { labelsOf, messageIn } from '../../../../control/describe/message.ts'
import { stopwatch } from '../../../../lib/clock.ts'
import type { Difference } from '../../../../lib/compare/difference.ts'
import type { Params } from '../../scenario.ts'
import { callsSince, FailedStep, type Play } from '../play.ts'
import {
  diagnosisLines,
  failIfLate,
  loadChatOf,
  screenLines,
  type WaitLimit,
  waitFor,
  waitLimitOf,
} from './wait-for-bot.ts'

interface ReplyMiss extends Missed {
  nearest?: (Partial<Difference> & { message: MessageView; events: number[] }) | null
}

export async function expectReply(play: Play, params: Params, signal: AbortSignal): Promise<MessageView> {
  const { to, in: place = play.bot, text, buttons, file } = params
  const [person, chat] = [to, place] as [string, string]
  const limit = waitLimitOf(play, params)
  const expected = {
    reply: { to: person, in: chat, text, buttons, file },
    except: play.matchedEvents.get(String(person)) ?? [],
  }
  const wait = (time: WaitLimit) => waitFor(play, expected, time, signal)
  const elapsed = stopwatch()
  const outcome = await wait(limit)
  const miss = outcome.miss as ReplyMiss | undefined
  const match = miss ? acceptNearest(play, miss) : outcome.found
  if (match) {
    play.matchedEvents.set(String(person), [...expected.except, ...match.events])
    const calls = match.message.author.id === play.botId ? await callsSince(play, play.beforeScenario.call) : []
    for (const call of calls) if (hasWritten(call, match.message)) play.replyCalls.add(call.id)
    return match.message
  }
  await failIfLate(params, elapsed, wait)
  const { messages } = await loadChatOf(play, person, chat).catch(() => ({ messages: [] }))
  throw new FailedStep(
    `No message matched${waitEndText(miss as Missed, limit.seconds)}.`,
    [...(miss?.lines ?? diagnosisLines(miss as Missed)), ...screenLines(messages)],
    { cause: miss?.diagnosis?.state, nearest_event: miss?.nearest?.events.at(-1) },
  )
}

function hasWritten({ body }: CallView, { chat, message_id }: MessageView): boolean {
  const written = messageIn(body.result)
  return written.message_id === message_id && written.chat?.id === chat.id
}

/** With --update, accepts the nearest message, and reports the difference so that the scenario is updated. */
function acceptNearest({ onMismatch }: Play, { nearest }: ReplyMiss) {
  if (!nearest || nearest.path === undefined || !onMismatch) return undefined
  const { path, expected, actual, message } = nearest
  if (actual === undefined && !path.startsWith('buttons.')) return undefined
  onMismatch({ path, expected, actual, whole: { buttons: labelsOf(message) } })
  return nearest
}
