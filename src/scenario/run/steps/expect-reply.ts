// The step expectReply, which waits for a message of a bot.

import { differenceLines } from '../../../contract/difference.ts'
import type { MessageView } from '../../../contract/messages.ts'
import { refusalText } from '../../../describe/call.ts'
import { fileIn, labelsOf, messageIn, textOrCaption } from '../../../describe/message.ts'
import { stopwatch } from '../../../lib/clock.ts'
import { type Comparison, compare } from '../../../lib/compare/difference.ts'
import type { Params } from '../../scenario.ts'
import { isNoticeable } from '../noticeable-calls.ts'
import { callsSince, FailedStep, isExpected, isOtherBot, type Play } from '../play.ts'
import { messagesOn, screenLines } from './screen.ts'
import {
  explainUnrequestedUpdate,
  failIfLate,
  type Patience,
  patienceOf,
  waitEndText,
  waitWhileBotWorks,
} from './wait-for-bot.ts'

export async function expectReply(play: Play, params: Params, signal: AbortSignal): Promise<MessageView> {
  const person = params.to as string | number
  const chat = (params.in ?? play.bot) as string | number
  const isFromOtherBot = await isOtherBot(play, params.in)
  const patience = patienceOf(play, params, isFromOtherBot)
  let messages: MessageView[] = []
  let unmatchedMessages: MessageView[] = []
  const waitForReply = (time: Patience) =>
    waitWhileBotWorks(play, time, signal, async () => {
      messages = await messagesOn(play, person, chat)
      unmatchedMessages = messages.filter(
        (message) => message.author.is_bot && !play.matchedMessages.has(messageState(person, message)),
      )
      const found = unmatchedMessages.find((message) => !compareMessage(message, params).difference)
      return { found, isOther: unmatchedMessages.length > 0 }
    })
  const elapsed = stopwatch()
  const outcome = await waitForReply(patience)
  const nearest = outcome.found ? undefined : nearestMessage(unmatchedMessages, params)
  const message = outcome.found ?? acceptNearestMessage(play, params, nearest)
  if (message) {
    play.matchedMessages.add(messageState(person, message))
    for (const call of await callsThatWrote(play, message)) play.replyCalls.add(call.id)
    return message
  }
  await failIfLate(params, elapsed, waitForReply)
  throw new FailedStep(`No message matched${waitEndText(outcome, patience)}.`, [
    ...(nearest ? nearestMessageLines(nearest) : await causeLines(play, isFromOtherBot)),
    ...screenLines(messages),
  ])
}

async function callsThatWrote(play: Play, { author, chat, message_id }: MessageView) {
  const calls = author.id === play.botId ? await callsSince(play, play.callBeforeScenario) : []
  return calls.filter(({ body }) => {
    const written = messageIn(body.result)
    return written.message_id === message_id && written.chat?.id === chat.id
  })
}

/** Returns a key for the current state of a message as one person sees it. Editing the message changes the key. */
const messageState = (person: string | number, message: MessageView): string => {
  const { chat, message_id } = message
  return JSON.stringify([
    person,
    chat.id,
    message_id,
    textOrCaption(message),
    labelsOf(message),
    fileIn(message)?.unique_id,
  ])
}

/** Compares a message with an expectation, but only in the fields that the expectation contains. */
function compareMessage(message: MessageView, { text, buttons, file }: Params): Comparison {
  const expected = Object.fromEntries(
    Object.entries({ text, buttons, file }).filter(([, value]) => value !== undefined),
  )
  const actual = { text: textOrCaption(message), buttons: labelsOf(message), file: fileIn(message)?.kind }
  return compare(expected, actual)
}

/** Explains why a reply is missing: the bot does not request this type of update, or its calls were refused. */
async function causeLines(play: Play, isFromOtherBot: boolean): Promise<string[]> {
  const unrequestedUpdate = isFromOtherBot ? undefined : await explainUnrequestedUpdate(play)
  if (unrequestedUpdate) return [unrequestedUpdate]
  const calls = await callsSince(play, play.callBeforeLastAction)
  const refusedCalls = calls.filter((call) => !call.ok && isNoticeable(call) && !isExpected(play, call))
  return refusedCalls.map((call) => `${call.method} was refused: ${refusalText(call)}.`)
}

interface RatedMessage extends Comparison {
  message: MessageView
}

/**
 * Returns the message that matches the expectation in the most values. If several match in as many values, returns the
 * last one.
 */
function nearestMessage(messages: readonly MessageView[], params: Params): RatedMessage | undefined {
  const rated = messages.map((message) => ({ message, ...compareMessage(message, params) }))
  return rated.reduce<RatedMessage | undefined>(
    (best, each) => (best && best.matches > each.matches ? best : each),
    undefined,
  )
}

/**
 * With --update, accepts the message that is nearest to the expectation: reports the difference, to be written into the
 * scenario file, and returns the message.
 */
function acceptNearestMessage(
  { onMismatch }: Play,
  params: Params,
  nearest: RatedMessage | undefined,
): MessageView | undefined {
  const { path, expected, actual } = nearest?.difference ?? {}
  if (!nearest || path === undefined || !onMismatch) return undefined
  const isOtherLength = path.startsWith('buttons.') && (actual === undefined || path.endsWith('.length'))
  if (actual === undefined && !isOtherLength) return undefined
  onMismatch(
    isOtherLength
      ? { path: 'buttons', expected: params.buttons, actual: labelsOf(nearest.message) }
      : { path, expected, actual },
  )
  return nearest.message
}

function nearestMessageLines({ message, difference }: RatedMessage): string[] {
  if (!difference) return []
  const { path, actual, expected } = difference
  const lines = differenceLines(path, actual, expected).map((line) => `  ${line}`)
  return [`The nearest message is ${message.message_id}:`, ...lines]
}
