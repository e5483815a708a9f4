// The words of a traffic filter: a bot, an operation, a status, or text.

export interface Chip {
  kind: 'bot' | 'op' | 'status' | 'text'
  value: string
}

/** The parts of an entry of the traffic in which a filter searches. */
export interface Subject {
  bot: string
  op: string
  status: string
  text(): string
}

export const chipsIn = (filter: string): Chip[] =>
  filter
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      const [, kind, value] = /^(bot|op|status):(.*)$/.exec(word) ?? []
      return kind === undefined ? { kind: 'text', value: word } : { kind: kind as Chip['kind'], value: value ?? '' }
    })

/** `status:refused` matches each status with a number, which only refused calls have. */
export function matchesChip({ kind, value }: Chip, subject: Subject): boolean {
  if (kind === 'text') return subject.text().toLowerCase().includes(value)
  if (kind === 'status' && value === 'refused') return /^\d/.test(subject.status)
  return subject[kind].toLowerCase().startsWith(value)
}
