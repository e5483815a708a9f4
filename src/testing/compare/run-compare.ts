// Plays each conversation with both versions of a bot, and again where they differ.

import { createClock, stopwatch } from '../../lib/clock.ts'
import { stepText } from '../scenarios/run/play-steps.ts'
import type { RunResult } from '../scenarios/run/result.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { addPlay, compareTold, type Difference, lastingDifferences, partingStep } from './differences.ts'
import { createGroups, type Group } from './groups.ts'
import type { Told } from './told.ts'

/** A version of a bot that plays conversations, or what was stored of one. */
export interface Version {
  tell(scenario: Scenario): Promise<Told>
  /** False for a conversation that is not stored. */
  has?(scenario: Scenario): boolean
  /** Places in the conversation where the version says something else each time. */
  varies?(scenario: Scenario): readonly string[]
  close(): Promise<void>
}

export interface CompareResult extends Pick<RunResult, 'started' | 'origin'> {
  conversations: readonly Scenario[]
  differing: Scenario[]
  groups: Group[]
  /** The commands of the two versions. */
  versions?: { before: string; after: string }
  /** The conversations that only the new version has. */
  missing: readonly Scenario[]
  notes: string[]
  duration_ms: number
}

/** How often a conversation is played again before its differences count. */
export const MOST_REPEATS = 6

export async function runCompare(
  scenarios: readonly Scenario[],
  { before, after, signal }: { before: Version; after: Version; signal: AbortSignal },
  onPlayed: (done: number, count: number, differing: number) => void,
): Promise<CompareResult> {
  const elapsed = stopwatch()
  const started = createClock().ms()
  const groups = createGroups()
  const differing: Scenario[] = []
  const notes: string[] = []

  const tellBoth = (scenario: Scenario) => Promise.all([before.tell(scenario), after.tell(scenario)])

  async function differencesIn(scenario: Scenario) {
    const [was, is] = await tellBoth(scenario)
    const varying = before.varies?.(scenario) ?? []
    let plays: { before: readonly Told[]; after: readonly Told[] } = { before: [was], after: [is] }
    let lasting = compareTold(was, is)
    const isUnknown = (each: Difference) => !varying.includes(each.place) && !groups.isKnown(scenario, each)
    for (let repeats = 0; repeats < MOST_REPEATS && lasting.some(isUnknown); repeats++) {
      signal.throwIfAborted()
      const [oneMore, another] = await tellBoth(scenario)
      plays = { before: addPlay(plays.before, oneMore), after: addPlay(plays.after, another) }
      lasting = lastingDifferences(plays)
    }
    return { was, is, lasting: lasting.filter(({ place }) => !varying.includes(place)) }
  }

  for (const [index, scenario] of scenarios.entries()) {
    signal.throwIfAborted()
    const { was, is, lasting } = await differencesIn(scenario)
    if (lasting.length) differing.push(scenario)
    notes.push(...leftOutNotes(scenario, was, is), ...partingNotes(scenario, was, is))
    for (const each of lasting) groups.add(scenario, each, was, is)
    onPlayed(index + 1, scenarios.length, differing.length)
  }
  const all = groups.all().sort((one, other) => other.places.length - one.places.length)
  return { conversations: scenarios, differing, groups: all, missing: [], notes, started, duration_ms: elapsed() }
}

/** A step that neither version made possible shows a mistake in the scenario. */
const leftOutNotes = ({ name, steps }: Scenario, before: Told, after: Told): string[] =>
  before.leftOut
    .filter((step) => after.leftOut.includes(step) && step <= Math.min(endOf(before), endOf(after)))
    .flatMap((step) =>
      steps[step]
        ? `"${name}": step ${step + 1} is left out, because neither version allows it: ${stepText(steps[step])}`
        : [],
    )

/** People can't press a button that a version lacks, so what follows can't be compared. */
function partingNotes({ name, steps }: Scenario, before: Told, after: Told): string[] {
  const parted = partingStep(before, after)
  const step = steps[parted ?? -1]
  if (parted === undefined || !step || before.end || after.end) return []
  const version = after.leftOut.includes(parted) ? 'the new version' : 'the old version'
  return [
    `"${name}" is compared up to step ${parted}, because ${version} doesn't allow step ${parted + 1}: ${stepText(step)}`,
  ]
}

const endOf = ({ end }: Told) => end?.step ?? Number.POSITIVE_INFINITY
