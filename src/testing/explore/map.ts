// Formats the states of the bot that an exploration saw, as text and as HTML.

import type { MappedState } from '../../control/contract/page-data.ts'
import { excerptWords, plural, sanitizeLine } from '../../lib/safe-text.ts'
import { pageFile } from '../scenarios/report/page-file.ts'
import type { Memory } from './memory.ts'

const MAX_STATES = 25
const MAX_WAYS = 6
const MAX_NAME = 90

const shortName = (name: string) => sanitizeLine(excerptWords(name, MAX_NAME))

/** Returns the states, the most visited first. Each lists its moves to other states, offered moves first. */
function statesOf({ states, ways, offered }: Memory): MappedState[] {
  const all = [...ways.values()]
    .filter(({ from, to }) => from !== to)
    .sort((a, b) => Number(offered.has(b.label)) - Number(offered.has(a.label)) || b.count - a.count)
  return [...states]
    .sort(([, a], [, b]) => b - a)
    .map(([name, visits]) => ({ name, visits, ways: all.filter(({ from }) => from === name) }))
}

/** Returns the commands, buttons and keys that the bot offered, but that no person of the exploration used. */
export const neverUsed = ({ offered, used }: Memory): string[] =>
  [...offered].filter((label) => !used.has(label) && !used.has(`old ${label}`))

export function mapLines(memory: Memory): string[] {
  const states = statesOf(memory)
  const unused = neverUsed(memory)
  return [
    ...states
      .slice(0, MAX_STATES)
      .flatMap(({ name, visits, ways }) => [
        `${shortName(name)} (${plural(visits, 'time')})`,
        ...ways.slice(0, MAX_WAYS).map(({ label, to }) => `  ${sanitizeLine(label)} → ${shortName(to)}`),
      ]),
    ...(states.length > MAX_STATES ? [`… and ${plural(states.length - MAX_STATES, 'more state', 'more states')}`] : []),
    ...(unused.length ? [`Buttons and commands never used: ${unused.map(sanitizeLine).join(', ')}`] : []),
  ]
}

export const mapPage = (memory: Memory, summary: string[]): string =>
  pageFile({
    kind: 'map',
    title: 'States of the bot that the exploration saw',
    summary,
    neverUsed: neverUsed(memory),
    states: statesOf(memory),
  })
