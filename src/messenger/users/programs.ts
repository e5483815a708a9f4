// The processes of bots that this emulator has started.

import type { ProgramState } from '../../contract/traffic.ts'
import { Problem } from '../../lib/problem.ts'
import type { BotRow } from '../../store/tables/bots.ts'

export interface BotProgram {
  state(): ProgramState
  restart(): void
}

/** The programs by the id of their bot. */
export type Programs = Map<number, BotProgram>

export function requireProgram(programs: ReadonlyMap<number, BotProgram>, bot: BotRow): BotProgram {
  const program = programs.get(bot.id)
  if (program) return program
  const hint = 'Let the emulator start the program: bot-emulator start --bot "node bot.js"'
  throw new Problem('no-program', `The emulator did not start the program of ${bot.first_name}.`, hint)
}
