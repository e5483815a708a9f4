// Learns how late a bot answers, and so how long to wait for it.

/** A bot that handles one update at a time has answered when it is idle. Others are waited for in these steps. */
const STEPS_SECONDS = [0.015, 0.05, 0.15, 0.4]
/** The steps before the bot's pace is known. */
const FIRST_STEPS = 3
const SAMPLES = 10
const MOST_SAMPLES = 40
/** The share of the newest answers to ignore, because they came very late, for example by a timer. */
const LATE_SHARE = 0.1

export function createPace() {
  /** The number of steps after which the bot answered, for its newest answers. */
  const answers: number[] = []
  const latest = () => answers.toSorted((a, b) => b - a)[Math.floor(answers.length * LATE_SHARE)] ?? 0
  const isKnown = () => answers.length >= SAMPLES
  return {
    /** True if the bot answers when it already seems idle. */
    isLate: () => latest() > 0,
    noteAnswer(step: number) {
      answers.push(step)
      if (answers.length > MOST_SAMPLES) answers.shift()
    },
    /** The times, one after the other, for which a bot that has not answered must be idle. */
    steps: () => STEPS_SECONDS.slice(0, isKnown() ? latest() + 1 : FIRST_STEPS),
    /** How long a bot that has answered must be idle, because more may follow. */
    restSeconds: () => (isKnown() && latest() === 0 ? 0 : (STEPS_SECONDS[latest()] as number)),
  }
}
