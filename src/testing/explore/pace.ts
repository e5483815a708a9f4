// Measures how late a bot answers, and derives how long to wait for it.

/** The time for which a bot must be idle before the next move, until its pace is known. */
const FIRST_WAIT_MS = 150
/** The minimum time for which a bot that has not answered a move must be idle before the next move. */
const LEAST_SILENCE_MS = 12
/** The minimum idle time before the next move, for a bot that has answered when it already seemed idle. */
const LEAST_PAUSE_MS = 15
const MOST_WAIT_MS = 600
const PACE_FACTOR = 3
const PACE_SAMPLES = 10
const MOST_PACE_SAMPLES = 40
/** The share of the newest answers to ignore, because they came very late, for example by a timer. */
const LATE_SHARE = 0.1

export function createPace() {
  /**
   * How long the bot seemed idle before each of its newest answers. The times are 0 for a bot that handles one update
   * at a time, because such a bot is busy until it answers.
   */
  const lateness: number[] = []

  const paceMs = () => lateness.toSorted((a, b) => b - a)[Math.floor(lateness.length * LATE_SHARE)] ?? 0

  return {
    paceMs,
    noteAnswer(lateMs: number) {
      lateness.push(lateMs)
      if (lateness.length > MOST_PACE_SAMPLES) lateness.shift()
    },
    /** Returns how long the bot must be idle before the next move. */
    neededIdleMs(isAnswered: boolean): number {
      if (lateness.length < PACE_SAMPLES) return FIRST_WAIT_MS
      const pace = paceMs()
      if (isAnswered) return pace === 0 ? 0 : Math.max(LEAST_PAUSE_MS, pace)
      return Math.min(Math.max(LEAST_SILENCE_MS, PACE_FACTOR * pace), MOST_WAIT_MS)
    },
  }
}
