// Moments as people read them, in the time of this machine.

const two = (value: number) => String(value).padStart(2, '0')

const at = (seconds: number) => new Date(seconds * 1000)

export const minuteOf = (seconds: number) => `${two(at(seconds).getHours())}:${two(at(seconds).getMinutes())}`
export const secondOf = (seconds: number) => `${minuteOf(seconds)}:${two(at(seconds).getSeconds())}`

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

export function dayOf(seconds: number): string {
  const date = at(seconds)
  return `${DAYS[date.getDay()]} ${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Seconds as they are waited for. */
export function howLong(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
