// Formats the states of the bot that an exploration saw, as HTML.

import type { MappedState } from '../../control/contract/page-data.ts'
import { pageFile } from '../scenarios/report/page-file.ts'
import type { Memory } from './memory.ts'

/** Returns the states, the most visited first. Each lists its moves to other states, offered moves first. */
function statesOf(memory: Memory): MappedState[] {
  const { states, offered, ways } = memory
  const all = [...ways.values()]
    .filter(({ from, to }) => from !== to)
    .sort((a, b) => Number(offered.has(b.label)) - Number(offered.has(a.label)) || b.count - a.count)
  return [...states]
    .sort(([, a], [, b]) => b - a)
    .map(([name, visits]) => ({ name, visits, ways: all.filter(({ from }) => from === name) }))
}

/** Returns the commands, buttons and keys that the bot offered, but that no person of the exploration used. */
export function neverUsed({ offered, ways }: Memory): string[] {
  const used = new Set([...ways.values()].map(({ label }) => label.replace(/^old /, '')))
  return [...offered].filter((label) => !used.has(label))
}

export const mapPage = (memory: Memory, summary: string[]): string =>
  pageFile({
    kind: 'map',
    title: 'States of the bot that the exploration saw',
    summary,
    neverUsed: neverUsed(memory),
    states: statesOf(memory),
  })
