// Formats the states of the bot that an exploration saw, as HTML.

import type { MappedState } from '../../control/contract/page-data.ts'
import { pageFile } from '../scenarios/report/page-file.ts'
import type { Memory } from './memory.ts'

/** The texts and arguments that people made up are all alike on the map. */
const plainLabel = (label: string) => label.replace(/ with .*/, ' …').replace(/^text .*/, 'a text')

function withPlainLabels({ ways }: Memory) {
  const merged = new Map<string, { from: string; label: string; to: string; count: number }>()
  for (const way of ways.values()) {
    const label = plainLabel(way.label)
    const key = JSON.stringify([way.from, label, way.to])
    merged.set(key, { ...way, label, count: way.count + (merged.get(key)?.count ?? 0) })
  }
  return [...merged.values()]
}

/** Returns the states, the most visited first. Each lists its moves to other states, offered moves first. */
function statesOf(memory: Memory): MappedState[] {
  const { states, offered } = memory
  const all = withPlainLabels(memory)
    .filter(({ from, to }) => from !== to)
    .sort((a, b) => Number(offered.has(b.label)) - Number(offered.has(a.label)) || b.count - a.count)
  return [...states]
    .sort(([, a], [, b]) => b - a)
    .map(([name, visits]) => ({ name, visits, ways: all.filter(({ from }) => from === name) }))
}

/** Returns the commands, buttons and keys that the bot offered, but that no person of the exploration used. */
export const neverUsed = ({ offered, used }: Memory): string[] =>
  [...offered].filter((label) => !used.has(label) && !used.has(`old ${label}`))

export const mapPage = (memory: Memory, summary: string[]): string =>
  pageFile({
    kind: 'map',
    title: 'States of the bot that the exploration saw',
    summary,
    neverUsed: neverUsed(memory),
    states: statesOf(memory),
  })
