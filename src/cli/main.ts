// The command line: parse, delegate, exit code.

import { Command, CommanderError, Help } from 'commander'
import { VERSION } from '../version.ts'
import { callsCommand } from './calls.ts'
import { completionCommand } from './completion.ts'
import { dashboardCommand } from './dashboard.ts'
import { doCommand } from './do.ts'
import { execCommand } from './exec.ts'
import { EXIT } from './exit-codes.ts'
import { explainCommand } from './explain.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { limitsCommand } from './limits.ts'
import { readyCommand } from './ready.ts'
import { recordCommand } from './record.ts'
import { resetCommand } from './reset.ts'
import { say } from './say.ts'
import { schemaCommand } from './schema.ts'
import { fillIn, twinOf } from './settings.ts'
import { startCommand } from './start.ts'
import { testCommand } from './test.ts'
import { updatesCommand } from './updates.ts'

/** Every command, one line each. */
const COMMANDS = [
  startCommand,
  dashboardCommand,
  testCommand,
  execCommand,
  recordCommand,
  schemaCommand,
  doCommand,
  callsCommand,
  updatesCommand,
  limitsCommand,
  readyCommand,
  resetCommand,
  exportCommand,
  importCommand,
  explainCommand,
  completionCommand,
]

export async function main(argv: string[]) {
  const program = new Command('bot-emulator')
    .enablePositionalOptions()
    .description('The whole bot messenger on a laptop: its HTTP bot API, exact to the last error text and limit.')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('(--help shows what there is)')
    .configureHelp({ optionDescription: withTwin })
    .hook('preAction', fillIn)
  for (const made of COMMANDS) program.addCommand(made().copyInheritedSettings(program))
  try {
    await program.parseAsync(argv)
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.fine : EXIT.usage
    else process.exitCode = say(error)
  }
}

const describe = new Help()

function withTwin(option: Parameters<Help['optionDescription']>[0]): string {
  const description = describe.optionDescription(option)
  return ['--help', '--version'].includes(option.long ?? '') ? description : `${description} [${twinOf(option)}]`
}
