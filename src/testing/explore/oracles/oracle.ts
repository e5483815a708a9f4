// The input and the result of oracles, and the functions that several oracles use.

import type { CallView } from '../../../control/contract/traffic.ts'
import type { WrittenError } from '../../../control/describe/bot-output.ts'
import { labelsOf, messageIn } from '../../../control/describe/message.ts'
import { escapeRegex, regexIn } from '../../../lib/compare/regex.ts'
import type { WrittenStep } from '../../recorder/written-steps.ts'
import type { Memory } from '../memory.ts'
import type { Move } from '../moves.ts'
import type { Observation } from '../observation.ts'

export interface Suspicion {
  kind: string
  /** Sentences that say what happened and what was expected. */
  summary: string
  /** A text that is equal for suspicions with the same cause, so that each cause is reported once. */
  cause: string
  /** The steps after the last move, which fail on this bot. Empty if the scenario already fails at the last move. */
  check: WrittenStep[]
  /** Moves that test the suspicion `silence`. If a restarted bot ignores the last, silence is normal for the bot. */
  mustAnswer?: Move[]
  /** True if the bot's process ends. */
  ends?: true
  /** True if a timer causes the failure. Unused if a command was used twice, because it may set two timers. */
  isByTimer?: boolean
}

export interface Judged {
  observation: Observation
  /** The observations of the earlier moves of the same conversation. */
  history: readonly Observation[]
  memory: Memory
}

export type Oracle = (judged: Judged) => Suspicion | undefined

/** Returns what people see of a call: its text, or its caption, and the labels of its buttons. */
export const textsOf = ({ params, body }: Pick<CallView, 'params' | 'body'>): string[] => [
  String(params.text ?? params.caption ?? ''),
  ...labelsOf(messageIn(body.result)),
]

/** All failures of a bot that does not repeat a call after a 429 have one cause, wherever it calls. */
export const AFTER_429 = 'not repeated after 429'

/** All arguments of a command are one class, and all texts. */
export const withoutArgument = (label: string) => label.replace(/ with .*|(?<=^text) .*/, '')

/** Returns the line of code that threw the error, or its message if the stack is unknown. */
export const causeOf = ({ message, frames }: WrittenError) => frames[0] ?? withoutNumbers(message)

/** Replaces numbers and quoted values, which differ in each conversation although the failure is the same. */
export const withoutNumbers = (text: string) =>
  text
    .replace(/"[^"]*"|'[^']*'/g, '"…"')
    .replace(/(?<!:)\b\d+\b/g, '#')
    .trim()

/** Returns a step that expects this message N times: as many as the bot sent, plus `change` (for example -1). */
export function expectCount(call: CallView, conversation: readonly Observation[], change: number): WrittenStep[] {
  const { chat_id, text } = call.params
  const isSame = ({ ok, method, params }: CallView) =>
    ok && method === call.method && String(params.chat_id) === String(chat_id) && params.text === text
  const count = conversation.flatMap(({ late, calls }) => [...late, ...calls]).filter(isSame).length
  const chat = conversation.at(-1)?.handles.get(Number(chat_id)) ?? chat_id
  return [
    { expect: { call: call.method, with: { chat_id: chat, text: literal(String(text)) }, times: count + change } },
  ]
}

/** Returns the text for an expectation, escaped if the expectation would read it as a regular expression. */
export const literal = (text: string) => (regexIn(text) ? `/^${escapeRegex(text)}$/` : text)
