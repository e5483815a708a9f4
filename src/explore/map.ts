// Formats the states of the bot that an exploration saw, as text and as HTML.

import { escapeXml, excerpt, plural, sanitizeLine } from '../describe/text.ts'
import type { Memory } from './memory.ts'

interface MappedState {
  name: string
  visits: number
  /** The moves that led from this state to a different state, with the most frequent first. */
  ways: { label: string; to: string; count: number }[]
}

const MAX_STATES = 25
const MAX_WAYS = 6
const MAX_NAME = 90

const shortName = (name: string) => sanitizeLine(excerpt(name, MAX_NAME))

function statesOf({ states, ways }: Memory): MappedState[] {
  const all = [...ways.values()].filter(({ from, to }) => from !== to).sort((a, b) => b.count - a.count)
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
    ...(unused.length ? [`Never used: ${unused.map(sanitizeLine).join(', ')}`] : []),
  ]
}

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#1d2430;background:#fff}
section{border:1px solid #d5dbe3;border-radius:8px;padding:.6rem 1rem;margin:.8rem 0}h2{font-size:1rem;margin:0}
small{color:#5b6675}ul{margin:.3rem 0;padding-left:1.2rem}
@media(prefers-color-scheme:dark){body{color:#e5e9f0;background:#161a20}section{border-color:#39424e}small{color:#9aa6b5}a{color:#8ab4f8}}`

export function mapPage(memory: Memory, summary: readonly string[]): string {
  const states = statesOf(memory)
  const idOf = (name: string) => `state-${states.findIndex((state) => state.name === name)}`
  const unused = neverUsed(memory)
  const sections = states.map(
    ({
      name,
      visits,
      ways,
    }) => `<section id="${idOf(name)}"><h2>${escapeXml(name)}</h2><small>seen ${plural(visits, 'time')}</small><ul>
${ways.map(({ label, to, count }) => `<li>${escapeXml(label)} → <a href="#${idOf(to)}">${escapeXml(to)}</a> <small>${count}</small></li>`).join('\n')}
</ul></section>`,
  )
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>What explore saw</title><style>${STYLE}</style>
<h1>What explore saw</h1>
${summary.map((line) => `<p>${escapeXml(line)}</p>`).join('\n')}
${unused.length ? `<p>Never used: ${escapeXml(unused.join(', '))}</p>` : ''}
${sections.join('\n')}
</html>
`
}
