// The command line: parse, delegate, exit code.

import { Command, CommanderError } from 'commander'
import { VERSION } from '../version.ts'
import { EXIT } from './exit-codes.ts'
import { say } from './say.ts'
import { startCommand } from './start.ts'

export async function main(argv: string[]) {
  const program = new Command('bot-emulator')
    .description('The whole bot messenger on a laptop: its HTTP bot API, exact to the last error text and limit.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({ writeErr: (text) => void process.stderr.write(text) })
    .showHelpAfterError('(--help shows what there is)')
    .addCommand(startCommand())
  for (const command of program.commands) command.exitOverride().showHelpAfterError('(--help shows what there is)')
  try {
    await program.parseAsync(argv)
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage
    else process.exitCode = say(error)
  }
}
