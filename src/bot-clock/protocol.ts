// The messages between an emulator and the processes that follow its clock.

/** The variable that tells a process which emulator's clock to follow. */
export const FOLLOW_VARIABLE = 'BOT_EMULATOR_CLOCK'

/** A clock as a difference from the machine's clock, which the emulator and the process share. */
export interface ClockState {
  offset_ms: number
  frozen_at_ms: number | null
}

/** A message from the emulator. */
export interface ClockMessage extends ClockState {
  /** The id of the follower's lease. */
  lease: string
  /** The number of the question whether the process is idle. 0 asks nothing. */
  ask: number
  /** The moment up to which the process may run its timers by itself, in milliseconds since 1970. */
  run_to_ms?: number | undefined
}

/** The answer of a process once it is idle. */
export interface IdleReport {
  lease: string
  ask: number
  /** The moment at which the next timer is due, in milliseconds since 1970. */
  due_ms: number | null
  /** The number of timers that are set. */
  timers: number
  /** The number of getUpdates calls that the process waits for. */
  polls: number
  /** The number of timers that may be timeouts of open requests, so that they do not count as due. */
  held: number
  /** The moment up to which the process has run its timers by itself. */
  ran_to_ms?: number | undefined
}
