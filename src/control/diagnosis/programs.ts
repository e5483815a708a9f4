// The state of the bots' programs, as the event log has it.

import { stopwatch } from '../../lib/clock.ts'
import { Problem, parseRequest } from '../../lib/problem.ts'
import type { RecordedOf } from '../../service/event-log/entry.ts'
import { requireBot } from '../../service/messenger/users/find-by-ref.ts'
import type { World } from '../../service/messenger/world.ts'
import { ProgramReport } from '../../service/rules/shapes.ts'
import type { ProgramState } from '../contract/traffic.ts'

const KEPT_LINES = 100

export interface Program {
  command: string
  output: string[]
  /** The last error that the program wrote, and the event in which it did. */
  error?: { text: string; event: number }
  /** The last error of a handler of updates, with its stack. */
  thrown?: { text: string; frames: readonly string[]; event: number }
  end?: { code: number | null; signal: string | null; event: number; elapsedMs: () => number }
}

export type Programs = ReturnType<typeof createPrograms>

export function createPrograms() {
  const byBot = new Map<number, Program>()
  const restarts = new Map<number, () => void>()

  function onEntry({
    id,
    bot,
    how,
    command = '',
    lines = [],
    error,
    code = null,
    signal = null,
  }: RecordedOf<'program'>) {
    if (how === 'started' || (how === 'threw' && !byBot.has(bot))) byBot.set(bot, { command, output: [] })
    const program = byBot.get(bot)
    if (!program) return
    if (how === 'threw') {
      program.thrown = { text: error ?? 'an error', frames: lines, event: id }
      return
    }
    program.output = [...program.output, ...lines].slice(-KEPT_LINES)
    if (error !== undefined) program.error = { text: error, event: id }
    if (how === 'ended') program.end = { code, signal, event: id, elapsedMs: stopwatch() }
  }

  return {
    onEntries: (entries: readonly RecordedOf<'program'>[]) => entries.forEach(onEntry),
    of: (bot: number): Program | undefined => byBot.get(bot),
    /** Lets the action restartProgram restart the program. */
    runBy: (bot: number, restart: () => void) => void restarts.set(bot, restart),
    requireRestart(bot: number, name: string): () => void {
      const restart = restarts.get(bot)
      if (restart) return restart
      const hint = 'Let the emulator start the program: npx bot-emulator start --bot "node bot.js"'
      throw new Problem('no-program', `The emulator did not start the program of ${name}.`, hint)
    },
  }
}

export const stateOf = ({ command, output, end }: Program): ProgramState => ({
  command,
  running: end === undefined,
  code: end?.code ?? null,
  signal: end?.signal ?? null,
  ended_ago: end ? Math.round(end.elapsedMs() / 1000) : null,
  output,
})

export function reportProgram(world: World, report: unknown): true {
  const { bot, ...entry } = parseRequest('program', ProgramReport, report)
  world.log.append([{ type: 'program', bot: requireBot(world, bot).id, ...entry }])
  return true
}
