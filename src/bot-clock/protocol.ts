// The messages between an emulator and the processes that follow its clock.

/** The environment variable with the address of the clock that a process follows. */
export const FOLLOW_VARIABLE = 'BOT_EMULATOR_CLOCK'

/**
 * The emulator's time, as an offset from the clock of the machine. The bot and the emulator run on the same machine.
 */
export interface ClockState {
  offset_ms: number
  frozen_at_ms: number | null
}

/** Identifies a process, or a thread of a process, that follows the clock. */
export interface FollowerName {
  pid: number
  parent_pid?: number | undefined
  /** The number of the thread, or 0 for the main thread. */
  thread?: number | undefined
}

/** A message that the emulator sends to a process that follows its clock. */
export interface ClockMessage extends ClockState {
  lease: string
  /**
   * The number of the emulator's request for an idle report. The process answers with this number once it is idle.
   * With 0, the emulator does not want a report.
   */
  ask: number
  /**
   * The moment, in milliseconds since 1970, up to which the process may run its timers without waiting for the
   * emulator.
   */
  run_to_ms?: number | undefined
  /**
   * Set if this message only tells the receiver that another process or thread has begun to follow the clock. Such a
   * message does not change the time.
   */
  joined?: FollowerName | undefined
  /** The process or thread that no longer follows the clock. Never the process that gets this message. */
  left?: FollowerName | undefined
}

/** The report that a process sends to the emulator once it is idle. */
export interface IdleReport {
  lease: string
  ask: number
  /** The moment at which the next timer of the process is due, in milliseconds since 1970. Null if none is set. */
  due_ms: number | null
  /** The moments at which the next timers of the process are due, the earliest first. */
  next_ms?: number[] | undefined
  timers: number
  /** The number of open getUpdates calls of the process, or of all its open calls if it cannot tell them apart. */
  polls: number
  /** The number of calls that the process has sent to the emulator, if it counts them. */
  calls?: number | undefined
  /** A number that changes if the process may have sent something to another process or thread. */
  messages?: number | undefined
  /** The number of timers that may be timeouts of open requests. They are not part of `due_ms`. */
  held: number
  /** The moment to which the process has advanced its own clock, if `run_to_ms` allowed that. */
  ran_to_ms?: number | undefined
}
