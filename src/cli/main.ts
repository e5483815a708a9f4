// The command line: parse, delegate, exit code.

import { Command, CommanderError, Help } from 'commander'
import { failedToLoad } from '../lib/broken-package.ts'
import { VERSION } from '../version.ts'
import { commandsFor } from './command-list.ts'
import { EXIT } from './exit-codes.ts'
import { outliveReaders } from './output.ts'
import { say } from './say.ts'
import { hideTyped } from './settings/secret-files.ts'
import { fillIn, isPerCall, twinOf } from './settings/settings.ts'

export async function main(argv: string[]) {
  hideTyped(argv)
  outliveReaders()
  const program = new Command('bot-emulator')
    .enablePositionalOptions()
    .description('The whole bot messenger on a laptop: its HTTP bot API, exact to the last error text and limit.')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('(--help shows what there is)')
    .configureHelp({ optionDescription: withTwin })
    .hook('preAction', fillIn)
  for (const command of await commandsFor(argv[2])) program.addCommand(command.copyInheritedSettings(program))
  try {
    await program.parseAsync(argv)
  } catch (error) {
    // Whoever started us explains that something is missing.
    if (failedToLoad(error)) throw error
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.fine : EXIT.usage
    else process.exitCode = say(error)
  }
}

const describe = new Help()

function withTwin(option: Parameters<Help['optionDescription']>[0]): string {
  const description = describe.optionDescription(option)
  const isSetting = !['--help', '--version'].includes(option.long ?? '') && !isPerCall(option)
  return isSetting ? `${description} [${twinOf(option)}]` : description
}
