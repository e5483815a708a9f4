// Parses and formats durations and moments: 48h, 2min, tomorrow 9:00.

const SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, min: 60, h: 3600, d: 86_400, w: 604_800 }

/** The syntax of a duration. A number without a unit is in seconds. */
export const SPAN = /^\s*\+?\s*(\d+(?:\.\d+)?)\s*(ms|s|m|min|h|d|w)?\s*$/

const DAY_AND_TIME = /^(?:(today|tomorrow)|(\d{4})-(\d\d?)-(\d\d?))?\s*(?:([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?)?$/
const ISO_TIME = /^(\d{4})-(\d\d)-(\d\d)[T ]/
/**
 * Matches a date with the name of a month, such as `Fri, 15 Jan 2027 …`. `Date.parse` alone would accept nearly any
 * text that contains a number.
 */
const DATE_WITH_MONTH = /^[\w ,]*\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\b.*\b\d{4}\b/i

/** Parses a duration such as 200ms, 90s, 2min, 48h or 1w into seconds. */
export function parseSpan(text: string): number | undefined {
  const [, amount, unit = 's'] = SPAN.exec(text) ?? []
  return amount === undefined ? undefined : Number(amount) * (SECONDS[unit] ?? 1)
}

export const SPAN_HINT = 'Write 48h, 90s or 10m'

export const notASpan = (value: unknown) => `${JSON.stringify(value)} isn't a time span. ${SPAN_HINT}`

/**
 * Parses a moment into Unix seconds. The text is a duration from `now` (48h), a day or time in the local time zone
 * (tomorrow 9:00, 2030-01-01, 18:30), a date with a time zone (2030-01-01T12:00:00Z), or Unix seconds.
 */
export function parseMoment(text: string, now: number): number | undefined {
  const trimmed = text.trim()
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed)
  const span = parseSpan(trimmed)
  if (span !== undefined) return now + span
  return DAY_AND_TIME.test(trimmed) && trimmed !== '' ? parseDayAndTime(trimmed, now) : parseDateWithZone(trimmed)
}

function parseDayAndTime(text: string, now: number): number | undefined {
  const [, word, year, month, day, hours = 0, minutes = 0, seconds = 0] = DAY_AND_TIME.exec(text) ?? []
  const date = new Date(now * 1000)
  if (year !== undefined) {
    if (!isInCalendar(year, month, day)) return undefined
    date.setFullYear(Number(year), Number(month) - 1, Number(day))
  }
  if (word === 'tomorrow') date.setDate(date.getDate() + 1)
  date.setHours(Number(hours), Number(minutes), Number(seconds), 0)
  const isTimeAlone = word === undefined && year === undefined
  if (isTimeAlone && date.getTime() <= now * 1000) date.setDate(date.getDate() + 1)
  return date.getTime() / 1000
}

function parseDateWithZone(text: string): number | undefined {
  const [, year, month, day] = ISO_TIME.exec(text) ?? []
  if (year === undefined ? !DATE_WITH_MONTH.test(text) : !isInCalendar(year, month, day)) return undefined
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : ms / 1000
}

/** Returns false for a date such as 31 April, which JavaScript would read as 1 May. */
function isInCalendar(year: string, month = '', day = ''): boolean {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/** Formats a duration, for example 350 ms, 1.2 s, 90 s, 57 min, 48 h or 2 d 1 h. */
export function formatSpan(seconds: number): string {
  if (seconds > 0 && seconds < 1) return `${Math.round(seconds * 1000)} ms`
  if (seconds < 120) return `${Number.isInteger(seconds) ? seconds : seconds.toFixed(1)} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  const hours = Math.round(seconds / 3600)
  if (hours <= 48) return `${hours} h`
  return `${Math.floor(hours / 24)} d${hours % 24 ? ` ${hours % 24} h` : ''}`
}

/** Formats how long a call took, for example 0.4 ms, 35 ms or 1.2 s. */
export const formatMs = (ms: number) => (ms >= 1000 ? formatSpan(ms / 1000) : `${ms.toFixed(ms < 9.95 ? 1 : 0)} ms`)

/** A moment of a conversation, counted from its beginning. */
export const formatSince = (seconds: number) => `+${seconds < 120 ? `${seconds.toFixed(2)} s` : formatSpan(seconds)}`

const twoDigits = (value: number) => String(value).padStart(2, '0')

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Formats the day in the local time zone, for example Fri 2027-01-15. */
export function dayOf(seconds: number): string {
  const date = new Date(seconds * 1000)
  return `${DAYS[date.getDay()]} ${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

/** Formats the time of day in the local time zone, for example 12:00. */
export function minuteOf(seconds: number): string {
  const date = new Date(seconds * 1000)
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

/** Formats the time of day with seconds, for example 12:00:30. */
export const secondOf = (seconds: number) => `${minuteOf(seconds)}:${twoDigits(Math.floor(seconds) % 60)}`

/** Formats a moment in UTC, for example 2027-01-15T12:00:00.000Z. */
export const isoMoment = (seconds: number) => new Date(seconds * 1000).toISOString()
