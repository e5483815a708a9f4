// Moments as people write them: +48h, tomorrow 9:00, 18:30, 2027-03-01 12:00.

const SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, min: 60, h: 3600, d: 86_400, w: 604_800 }
const DURATION = /^\+?\s*(\d+(?:\.\d+)?)\s*(ms|s|m|min|h|d|w)$/
const MOMENT = /^(?:(today|tomorrow)|(\d{4})-(\d\d?)-(\d\d?))?\s*(?:([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?)?$/

/** In seconds. */
export function durationOf(text: string): number | undefined {
  const [, amount, unit] = DURATION.exec(text.trim()) ?? []
  return amount === undefined || unit === undefined ? undefined : Number(amount) * (SECONDS[unit] ?? 1)
}

/** In Unix seconds, by the time of this machine; a time of day alone is the next one. */
export function momentOf(text: string, now: number): number | undefined {
  const seconds = durationOf(text)
  if (seconds !== undefined) return now + seconds
  const [all, word, year, month, day, hours, minutes, rest] = MOMENT.exec(text.trim()) ?? []
  if (!all) return undefined
  const date = new Date(now * 1000)
  if (year !== undefined) date.setFullYear(Number(year), Number(month) - 1, Number(day))
  // What no calendar has goes over into the next month.
  if (year !== undefined && (date.getMonth() !== Number(month) - 1 || date.getDate() !== Number(day))) return undefined
  if (word === 'tomorrow') date.setDate(date.getDate() + 1)
  date.setHours(Number(hours ?? 0), Number(minutes ?? 0), Number(rest ?? 0), 0)
  const isTimeAlone = word === undefined && year === undefined
  if (isTimeAlone && date.getTime() <= now * 1000) date.setDate(date.getDate() + 1)
  return date.getTime() / 1000
}
