// What people saw of a bot, as a file that reads well in a diff.

import { readInput } from '../../lib/files.ts'
import { Problem } from '../../lib/problem.ts'
import { type Scenario, scenarioKey } from '../scenarios/scenario.ts'
import { compareTold } from './differences.ts'
import { MOST_REPEATS, type Version } from './run-compare.ts'
import type { Told } from './told.ts'

interface Stored extends Told {
  /** Places where the bot says something else each time. */
  varies: string[]
}

/** Plays each conversation twice, and again if it varies, to learn what varies. */
export async function baselineText(scenarios: readonly Scenario[], version: Version): Promise<string> {
  const conversations: string[] = []
  for (const scenario of scenarios) {
    const first = await version.tell(scenario)
    const varies = new Set<string>()
    for (let repeats = 0; repeats < (varies.size ? MOST_REPEATS : 1); repeats++)
      for (const { place } of compareTold(first, await version.tell(scenario))) varies.add(place)
    conversations.push(`  ${JSON.stringify(scenarioKey(scenario))}: ${storedText({ ...first, varies: [...varies] })}`)
  }
  return `{\n${conversations.join(',\n')}\n}\n`
}

/** Writes a line of the conversation on a line of the file. */
function storedText({ lines, rest, ...more }: Stored): string {
  const list = (values: readonly unknown[]) =>
    values.length ? `[\n${values.map((value) => `      ${JSON.stringify(value)}`).join(',\n')}\n    ]` : '[]'
  const fields = [
    ...Object.entries(more).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`),
    `"lines": ${list(lines)}`,
    `"rest": ${list(rest)}`,
  ]
  return `{\n    ${fields.join(',\n    ')}\n  }`
}

export function readBaseline(file: string): Version {
  const hint = 'Write it again with --accept.'
  const stored = new Map<string, Stored>()
  try {
    const text = readInput(file, 'bad-option', hint).toString()
    for (const [key, told] of Object.entries<Stored>(JSON.parse(text))) {
      if (![told.lines, told.rest, told.leftOut, told.varies].every(Array.isArray))
        throw new Error(`${key} is incomplete`)
      stored.set(key, told)
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('bad-option', `${file} is no file of --accept: ${(error as Error).message}.`, hint)
  }
  const find = (scenario: Scenario) => stored.get(scenarioKey(scenario)) as Stored
  return {
    has: (scenario) => stored.has(scenarioKey(scenario)),
    tell: async (scenario) => find(scenario),
    varies: (scenario) => find(scenario).varies,
    close: async () => {},
  }
}
