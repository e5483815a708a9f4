// The messages between an emulator and the processes that follow its clock.

import * as z from 'zod'

const count = z.int().min(0)
const queryCount = z.coerce.number().int().min(0)

const isSet = z
  .literal('true')
  .optional()
  .transform((value) => value !== undefined)

export const followQuery = z.object({
  pid: queryCount,
  parent: queryCount.optional(),
  /** The number of the thread, or 0 for the main thread. */
  thread: queryCount.optional(),
  /** The runtime with its version, such as "Node 24.1.0". */
  runtime: z.string().max(100),
  /** Whether the process asks for a clock that moves to the next due timer while all bots are idle. */
  skips: isSet,
  /** Whether the process can advance its clock itself, from timer to timer, up to a moment that the emulator sends. */
  runsAhead: isSet,
})

export type FollowerProcess = z.output<typeof followQuery>

export const idleReport = z.object({
  lease: z.string().describe("The value of `lease` in the emulator's request that this report answers."),
  ask: count.describe("The value of `ask` in the emulator's request that this report answers."),
  due_ms: z.number().nullable().describe('When the next timer is due, in milliseconds since 1970.'),
  next_ms: z
    .array(z.number())
    .optional()
    .describe('When the next timers are due, in milliseconds since 1970, in ascending order.'),
  timers: count.describe('The number of pending timers.'),
  polls: count.describe(
    'The number of open getUpdates calls, or of all open calls if the process cannot tell them apart.',
  ),
  calls: count.optional().describe('The number of calls that the process has sent to the emulator.'),
  messages: count
    .optional()
    .describe('A number that changes when the process sends something to another process or thread.'),
  held: count.describe('The number of timers that are probably timeouts of open requests.'),
  ran_to_ms: z
    .number()
    .optional()
    .describe(
      "The time up to which the process has run its timers (ms since 1970). Can be later than the emulator's time.",
    ),
})

export type IdleReport = z.infer<typeof idleReport>

/** An offset from the clock of the machine, which the bot and the emulator share. */
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
  /** The number of a request for an idle report, which the report repeats; 0 asks for none. */
  ask: number
  /** Up to here (ms since 1970), the process may run its timers without waiting for the emulator. */
  run_to_ms?: number | undefined
  /** Another process or thread now follows the clock. Such a message does not change the time. */
  joined?: FollowerName | undefined
  /** The process or thread that no longer follows the clock. Never the process that gets this message. */
  left?: FollowerName | undefined
}
