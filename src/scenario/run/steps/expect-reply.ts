// The step expectReply: waits for a message of a bot, or explains its absence.

import { differenceLines } from '../../../contract/difference.ts'
import type { MessageView } from '../../../contract/messages.ts'
import type { CallView } from '../../../contract/traffic.ts'
import { refusalText } from '../../../describe/call.ts'
import { fileIn, labelsOf, type MessageParts, messageIn, textOrCaption } from '../../../describe/message.ts'
import { describeValue } from '../../../describe/text.ts'
import { stopwatch } from '../../../lib/clock.ts'
import { type Comparison, compare } from '../../../lib/compare/difference.ts'
import type { Params } from '../../scenario.ts'
import { isNoticeable } from '../noticeable-calls.ts'
import { callsSince, FailedStep, isExpected, isOtherBot, type Play } from '../play.ts'
import {
  explainUnrequestedUpdate,
  failIfLate,
  loadScreen,
  screenLines,
  type WaitLimit,
  waitEndText,
  waitLimitOf,
  waitWhileBotWorks,
} from './wait-for-bot.ts'

export async function expectReply(play: Play, params: Params, signal: AbortSignal): Promise<MessageView> {
  const person = params.to as string | number
  const chat = (params.in ?? play.bot) as string | number
  const isFromOtherBot = await isOtherBot(play, params.in)
  const limit = waitLimitOf(play, params, isFromOtherBot)
  let screen = await loadScreen(play, person, chat)
  let unmatchedMessages: MessageView[] = []
  const waitForReply = (time: WaitLimit) =>
    waitWhileBotWorks(play, time, signal, async () => ({
      found: await findReply(),
      isOther: unmatchedMessages.length > 0,
    }))

  async function findReply(): Promise<MessageView | undefined> {
    const eventBefore = play.eventStream.last()
    screen = await loadScreen(play, person, chat)
    unmatchedMessages = screen.messages.filter(
      (message) => message.author.is_bot && !play.matchedMessages.has(versionKey(play, person, message)),
    )
    const found = unmatchedMessages.find((message) => !compareMessage(message, params).difference)
    if (!found) return undefined
    await play.eventStream.catchUp()
    // Edited while the screen was loaded: the version that the screen shows is unknown, so load it again.
    if (play.eventStream.versionOf(found) > eventBefore) return findReply()
    play.matchedMessages.add(versionKey(play, person, found))
    return found
  }

  const elapsed = stopwatch()
  const outcome = await waitForReply(limit)
  const calls = outcome.found ? [] : await callsSince(play, play.callIdBeforeLastAction)
  const nearest = outcome.found ? undefined : nearestMessage(newestOf(unmatchedMessages, calls), params)
  const message = outcome.found ?? acceptNearestMessage(play, params, nearest)
  if (message) {
    if (!outcome.found) play.matchedMessages.add(versionKey(play, person, message))
    for (const call of await callsThatWrote(play, message)) play.replyCalls.add(call.id)
    return message
  }
  await failIfLate(params, elapsed, waitForReply)
  const causes = await explainMissingReply(play, params, { calls, chat: screen.id, isSilent: !nearest, isFromOtherBot })
  throw new FailedStep(`No message matched${waitEndText(outcome, limit)}.`, [
    ...causes,
    ...(nearest && (!causes.length || hasWritten(calls, nearest.message)) ? nearestMessageLines(nearest) : []),
    ...screenLines(screen.messages),
  ])
}

async function callsThatWrote(play: Play, message: MessageView) {
  const calls = message.author.id === play.botId ? await callsSince(play, play.callIdBeforeScenario) : []
  return calls.filter((call) => hasWritten([call], message))
}

/** Returns true if one of the calls sent or edited the message. */
const hasWritten = (calls: readonly CallView[], { chat, message_id }: MessageView) =>
  calls.some(({ body }) => {
    const written = messageIn(body.result)
    return written.message_id === message_id && written.chat?.id === chat.id
  })

/** Returns the messages that the calls wrote, or all messages if the calls wrote none of them. */
function newestOf(messages: readonly MessageView[], calls: readonly CallView[]): readonly MessageView[] {
  const newest = messages.filter((message) => hasWritten(calls, message))
  return newest.length ? newest : messages
}

/** An edited message has a new key, also if it shows again what it showed before. */
const versionKey = ({ eventStream }: Play, person: string | number, message: MessageView) =>
  `${person} ${message.chat.id} ${message.message_id} ${eventStream.versionOf(message)}`

interface RatedMessage extends Comparison {
  message: MessageView
}

/** Returns the message with the most matching values; among equals, the last one. */
const nearestMessage = (messages: readonly MessageView[], params: Params) =>
  messages
    .map((message): RatedMessage => ({ message, ...compareMessage(message, params) }))
    .reduce<RatedMessage | undefined>((best, each) => (best && best.matches > each.matches ? best : each), undefined)

/** With --update, accepts the nearest message, and reports the difference so that the scenario is updated. */
function acceptNearestMessage({ onMismatch }: Play, params: Params, nearest: RatedMessage | undefined) {
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
  return [`The nearest message is ${message.message_id}:`, ...differenceLines(difference)]
}

interface MissingReply {
  /** The calls of the bot since the last action. */
  calls: readonly CallView[]
  /** The id of the chat that lacks the reply. */
  chat: number
  /** True if the chat contains no message of a bot that could be the expected reply. */
  isSilent: boolean
  isFromOtherBot: boolean
}

const MAX_REFUSALS = 3

async function explainMissingReply(
  play: Play,
  params: Params,
  { calls, chat, isSilent, isFromOtherBot }: MissingReply,
): Promise<string[]> {
  const unrequestedUpdate = isSilent && !isFromOtherBot ? await explainUnrequestedUpdate(play) : undefined
  if (unrequestedUpdate) return [unrequestedUpdate]
  const unexpectedCalls = calls.filter((call) => !isExpected(play, call))
  const strayCall = unexpectedCalls.find((call) => isStray(call, params, chat))
  if (strayCall) return [strayText(strayCall)]
  return unexpectedCalls
    .filter((call) => !call.ok && isNoticeable(call))
    .slice(0, MAX_REFUSALS)
    .map(refusalLine)
}

/** Compares a message with an expectation, in the fields that the expectation contains. */
function compareMessage(message: MessageParts, { text, buttons, file }: Params): Comparison {
  const expected = Object.fromEntries(
    Object.entries({ text, buttons, file }).filter(([, value]) => value !== undefined),
  )
  const actual = { text: textOrCaption(message), buttons: labelsOf(message), file: fileIn(message)?.kind }
  return compare(expected, actual)
}

/** Returns true if the call wrote the expected message, but in another chat. */
function isStray({ body }: CallView, params: Params, chat: number): boolean {
  const message = messageIn(body.result)
  return message.chat !== undefined && message.chat.id !== chat && !compareMessage(message, params).difference
}

function strayText({ id, body }: CallView): string {
  const { title, first_name } = messageIn(body.result).chat ?? {}
  return `Call ${id} of the bot wrote this message in another chat: ${title ?? `the private chat with ${first_name}`}.`
}

const MAX_TEXT = 60

function refusalLine(call: CallView): string {
  const { text } = call.params
  const about = typeof text === 'string' && text.length <= MAX_TEXT ? ` with text ${describeValue(text)}` : ''
  return `${call.method}${about} was refused: ${refusalText(call)}.`
}
