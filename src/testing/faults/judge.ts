// Judges what a bot did after a fault, by what people saw without it.

import { isRepeatedAfterFault } from '../../control/describe/call.ts'
import { botEndedText } from '../../control/describe/program.ts'
import { answersTo, type PeoplePlay } from '../scenarios/run/play-people.ts'
import type { FaultKind } from '../scenarios/scenario.ts'
import { compareSeen, type SeenDifference, withoutNumbers } from '../seen/compare-seen.ts'
import type { Seen } from '../seen/seen.ts'
import type { Point } from './points.ts'
import type { Strike } from './strike.ts'

/** The run without faults. */
export interface Baseline {
  play: PeoplePlay
  /** Places at which the bot says something else each time. */
  noise: ReadonlySet<string>
}

export interface Effect {
  how: 'crash' | 'deaf' | 'unanswered' | 'differs'
  /** The same for effects of one mistake. */
  key: string
  /** What the bot did wrong, if one mistake has several effects. */
  mistake?: string
  text: string
  difference?: SeenDifference
}

export interface Verdict {
  failure?: Effect
  /** What the developer should know, although the bot may be right. */
  advice?: { reason: string; effect: Effect }
}

export function judge(point: Point, baseline: Baseline, play: PeoplePlay, strike: Strike): Verdict {
  const differences = differencesTo(baseline, play.seen)
  const ended = endOf(play, strike)
  if (ended) return point.kind === '409' ? advise(EXITS, ended) : { failure: ended }
  if (play.stuck !== undefined)
    return { failure: { how: 'deaf', key: 'deaf', text: `the bot is not idle: ${play.stuck}` } }
  return JUDGES[point.kind]({ point, baseline, play, strike, differences })
}

/** Leaves out what people write, and what the bot says differently each time. */
export const differencesTo = ({ play, noise }: Baseline, seen: Seen): SeenDifference[] =>
  compareSeen(play.seen, seen).filter(({ before, after, place }) => !(before ?? after)?.byPerson && !noise.has(place))

function endOf({ ending, output }: PeoplePlay, { restartError }: Strike): Effect | undefined {
  const text = restartError ?? (ending && botEndedText(ending, output))
  return text === undefined ? undefined : { how: 'crash', key: `crash ${withoutNumbers(text)}`, text }
}

interface Case {
  point: Point
  baseline: Baseline
  play: PeoplePlay
  strike: Strike
  differences: readonly SeenDifference[]
}

const EXITS = 'The bot exits, so it needs a supervisor that starts it again.'
const GIVES_UP =
  "The bot doesn't repeat the call. It can't know whether the call was done, so a message may be missing."
const GIVES_UP_REFUSED = "The bot doesn't repeat a call that was refused once, so a message is missing."
const CONFIRMS_FIRST = 'The bot confirms an update before it handles it, so an update is lost if the bot dies.'
const FORGETS = 'The bot keeps the conversation in memory, so it goes on differently after a restart.'
const HANDLES_AGAIN =
  'A bot that dies before it confirms an update gets it again. It can avoid a second answer if it stores which updates it has handled.'

const JUDGES: Readonly<Record<FaultKind, (judged: Case) => Verdict>> = {
  lost: (judged) => nothingTwice(judged) ?? nextAnswered(judged) ?? adviseOn(judged, GIVES_UP),
  unsent: (judged) => nothingTwice(judged) ?? nextAnswered(judged) ?? adviseOn(judged, GIVES_UP),
  500: (judged) => nothingTwice(judged) ?? nextAnswered(judged) ?? adviseOn(judged, GIVES_UP_REFUSED),
  429: ({ differences: [first], play: { calls } }) =>
    first ? failDiffering(first, !isRepeatedAfterFault(calls) && "the bot didn't repeat the call") : {},
  409: (judged) => nothingTwice(judged) ?? {},
  kill: (judged) => answeredAfterRestart(judged),
  twice: (judged) =>
    judged.point.confirms === undefined ? (nothingTwice(judged) ?? {}) : adviseOn(judged, HANDLES_AGAIN),
  slow: (judged) => nothingTwice(judged) ?? {},
}

const differs = (difference: SeenDifference): Effect => {
  const { key, text } = difference
  return { how: 'differs', key, text, difference }
}

/** One mistake has one finding, however many messages show it. */
function failDiffering(difference: SeenDifference, mistake: string | false): Verdict {
  const failure = differs(difference)
  return { failure: mistake ? { ...failure, key: mistake, mistake } : failure }
}

const unanswered = (text: string): Verdict => ({ failure: { how: 'unanswered', key: 'unanswered', text } })

const advise = (reason: string, effect: Effect): Verdict => ({ advice: { reason, effect } })

const adviseOn = ({ differences: [first] }: Case, reason: string): Verdict =>
  first ? advise(reason, differs(first)) : {}

function nothingTwice({ differences, play: { calls }, point: { kind } }: Case): Verdict | undefined {
  const more = differences.find((each) => each.kind === 'more')
  return more && failDiffering(more, kind === 'lost' && isRepeatedAfterFault(calls) && 'the bot repeated the call')
}

/** A bot that is silent from the fault on is broken. A bot that answers a later update went on differently. */
function nextAnswered({ baseline, play, strike }: Case): Verdict | undefined {
  const later = play.steps.flatMap((step, index) =>
    step && index > (strike.step ?? 0) && answersTo(baseline.play, index).length ? index : [],
  )
  if (!later.length || later.some((index) => answersTo(play, index).length)) return undefined
  return unanswered('no answer to the next update')
}

function answeredAfterRestart(judged: Case): Verdict {
  const { play, strike } = judged
  const isAnswered = answersTo(play, strike.step ?? 0).some(({ ok }) => ok)
  if (!isAnswered && strike.wasPending) return unanswered('no answer to the update for which the bot was killed')
  return adviseOn(judged, isAnswered ? FORGETS : CONFIRMS_FIRST)
}
