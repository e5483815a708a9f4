// What judges get and return, and what several of them use.

import type { CallView } from '../../../control/contract/traffic.ts'
import type { WrittenStep } from '../../recorder/written-steps.ts'
import type { Memory } from '../memory.ts'
import type { Move } from '../moves.ts'
import type { Observation } from '../observation.ts'

export interface Charge {
  /** Says what the bot did, after "When Alice sends "/list"": `, the bot ends`. */
  what: string
  /** A text that is equal for suspicions with the same cause, so that each cause is reported once. */
  cause: string
  /** The steps after the last move, which fail on this bot. Empty if the scenario already fails at the last move. */
  check: WrittenStep[]
  /** Moves whose last one a restarted bot must answer. If it doesn't, silence is normal for the bot. */
  mustAnswer?: readonly Move[]
  /** If what an earlier conversation left in the bot shows now: the moves there. */
  earlier?: readonly Move[] | undefined
  ends?: true
  /** True if a timer causes the failure. Not reported if a command was used twice, which may set two timers. */
  isByTimer?: boolean
}

export interface Suspicion extends Omit<Charge, 'what'> {
  kind: string
  /** A sentence that says what the person did, and what happened. */
  summary: string
}

export interface Judged {
  observation: Observation
  /** The observations of the earlier moves of the same conversation. */
  history: readonly Observation[]
  memory: Memory
}

export type Judge = (judged: Judged) => Charge | undefined

export const MAX_QUOTED = 60

/** All failures of a bot that does not repeat a call after a 429 have one cause, wherever it calls. */
export const AFTER_429 = 'not repeated after 429'

/** Replaces numbers and quoted values, which differ in each conversation although the failure is the same. */
export const withoutValues = (text: string) =>
  text
    .replace(/"[^"]*"|'[^']*'/g, '"…"')
    .replace(/(?<!:)\b\d+\b/g, '#')
    .trim()

export const expectNever = (call: string, more: Record<string, unknown>): WrittenStep => ({
  expect: { call, ...more, times: 0 },
})

const LACKING_RULES = ['GAP-02', 'GAP-03']
const BLOCKED_RULE = 'CID-10'

/** True for a call of an operation that the service lacks, which says nothing about the bot. */
export const isLacking = ({ ok, rule }: CallView) => !ok && LACKING_RULES.includes(rule ?? '')

export const isRefusedAsBlocked = ({ ok, rule }: CallView) => !ok && rule === BLOCKED_RULE

/** Matches refusals that depend on people, rights or time, which a bot cannot know before it calls. */
const UNPREDICTABLE =
  /not enough rights|can't remove chat owner|is an administrator|can't restrict|user not found|not modified/i
/** Matches refusals of calls about a message that a person may have deleted in the meantime. */
const LOST_MESSAGE = /message to (edit|pin|be replied) not found|message can't be edited/i
const UNPREDICTABLE_STATUSES = [403, 409, 429]

/** Returns true if the bot could not know that the service would refuse this call. */
export function isExcused(call: CallView, conversation: readonly Observation[]): boolean {
  const { status, body } = call
  const { description = '' } = body
  if (isRefusedAsBlocked(call) || UNPREDICTABLE_STATUSES.includes(status) || status >= 500) return true
  if (UNPREDICTABLE.test(description)) return true
  return LOST_MESSAGE.test(description) && conversation.some(({ move }) => move.action === 'delete')
}
