// expectReply: a message of a bot as somebody sees it now, which no other such expectation has taken.

import { differenceLines } from '../../../contract/difference.ts'
import type { MessageView } from '../../../contract/messages.ts'
import { refusalText } from '../../../describe/call.ts'
import { fileIn, labelsOf, messageIn, saidIn } from '../../../describe/message.ts'
import { compare } from '../../../lib/compare/difference.ts'
import type { Params } from '../../scenario.ts'
import { isNoticed } from '../noticed.ts'
import { callsSince, FailedStep, isExpected, isOtherBot, type Play } from '../play.ts'
import { heldBack, patienceOf, patiently, waitedText } from './patience.ts'
import { messagesOn, screenLines } from './screen.ts'

export async function expectReply(play: Play, params: Params, signal: AbortSignal): Promise<MessageView> {
  const person = params.to as string | number
  const chat = (params.in ?? play.bot) as string | number
  const isOfOther = await isOtherBot(play, params.in)
  const patience = patienceOf(play, params, isOfOther)
  let seen: MessageView[] = []
  let open: MessageView[] = []
  const outcome = await patiently(play, patience, signal, async () => {
    seen = await messagesOn(play, person, chat)
    open = seen.filter((message) => message.author.is_bot && !play.seen.has(stateFor(person, message)))
    const found = open.find((message) => !differenceIn(message, params))
    return { found, isWrong: open.length > 0 }
  })
  if (outcome.found) {
    play.seen.add(stateFor(person, outcome.found))
    for (const call of await callsOf(play, outcome.found)) play.shown.add(call.id)
    return outcome.found
  }
  const newest = open.at(-1)
  throw new FailedStep(`No message that agrees ${waitedText(outcome, patience)}.`, [
    ...(newest ? nearestLines(newest, params) : await causeLines(play, isOfOther)),
    ...screenLines(seen),
  ])
}

/** What has written it, and edited it since. */
async function callsOf(play: Play, { author, chat, message_id }: MessageView) {
  const calls = author.id === play.botId ? await callsSince(play, play.since) : []
  return calls.filter(({ body }) => {
    const written = messageIn(body.result)
    return written.message_id === message_id && written.chat?.id === chat.id
  })
}

/** A message that was edited is another one to whoever looks; in a group each of them looks for themselves. */
const stateFor = (person: string | number, message: MessageView): string => {
  const { chat, message_id } = message
  return JSON.stringify([person, chat.id, message_id, saidIn(message), labelsOf(message), fileIn(message)?.unique_id])
}

/** Only what was named counts. */
function differenceIn(message: MessageView, { text, buttons, file }: Params) {
  const wanted = Object.fromEntries(Object.entries({ text, buttons, file }).filter(([, value]) => value !== undefined))
  const actual = { text: saidIn(message), buttons: labelsOf(message), file: fileIn(message)?.kind }
  return compare(wanted, actual).difference
}

/** Why the bot may have shown nothing: it did not hear of it, or was refused. */
async function causeLines(play: Play, isOfOther: boolean): Promise<string[]> {
  const held = isOfOther ? undefined : await heldBack(play)
  if (held) return [held]
  const calls = await callsSince(play, play.turn)
  const refused = calls.filter((call) => !call.ok && isNoticed(call) && !isExpected(play, call))
  return refused.map((call) => `${call.method} was refused: ${refusalText(call)}.`)
}

function nearestLines(message: MessageView, params: Params): string[] {
  const difference = differenceIn(message, params)
  if (!difference) return []
  const { path, actual, expected } = difference
  const lines = differenceLines(path, actual, expected).map((line) => `  ${line}`)
  return [`The newest is message ${message.message_id}:`, ...lines]
}
