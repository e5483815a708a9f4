// The words of the traffic filter: a bot, an operation, a status, or text.

import type { Chip } from '../../describe/traffic-filter.ts'
import type { Entry } from '../state/model.ts'

const wordsOf = (filter: string) => filter.split(/\s+/).filter(Boolean)

export function chipsOf(entry: Entry): Record<Exclude<Chip['kind'], 'text'>, string> {
  const { bot } = entry
  if (entry.isUndone) return { bot, op: '', status: 'undone' }
  if (entry.kind === 'note') return { bot, op: entry.isOutput ? 'output' : '', status: entry.isError ? 'bad' : 'note' }
  if (entry.kind === 'update') return { bot, op: entry.updateType, status: entry.state.replaceAll(' ', '-') }
  const { method, ok, status } = entry.call
  return { bot, op: method, status: ok ? 'ok' : String(status) }
}

export const withoutChip = (filter: string, at: number): string =>
  wordsOf(filter)
    .filter((_, i) => i !== at)
    .join(' ')

export function withChip(filter: string, { kind, value }: Chip): string {
  const words = wordsOf(filter)
  const word = `${kind}:${value}`
  return (words.includes(word) ? words.filter((one) => one !== word) : [...words, word]).join(' ')
}
