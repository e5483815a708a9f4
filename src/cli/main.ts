// The entry point: parses the command line, runs the command, sets the exit code.

import { Command, CommanderError } from 'commander'
import { failedToLoad } from '../lib/problem.ts'
import { sanitizeLines } from '../lib/safe-text.ts'
import { VERSION } from '../lib/version.ts'
import { allCommands, commandsFor } from './command-list.ts'
import { EXIT } from './exit-codes.ts'
import { examples, HELP, HELP_OPTION, helpWidth } from './help.ts'
import { surviveClosedOutput, writeError } from './print/streams.ts'
import { withBareFlags } from './settings/option.ts'
import { hideTypedSecrets } from './settings/secret-files.ts'
import { fillInOptions } from './settings/settings.ts'

const EXAMPLES = ['start --bot "node bot.mjs"', 'test scenarios --bot "node bot.mjs"']

async function main(argv: string[]) {
  hideTypedSecrets(argv)
  surviveClosedOutput()
  const program = new Command('bot-emulator')
    .enablePositionalOptions()
    .description(
      'Emulates a Telegram-style bot API on your machine, with the people on the other side. ' +
        'Enforces every documented limit, and returns the documented error texts word for word.',
    )
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      getOutHelpWidth: helpWidth,
      getErrHelpWidth: helpWidth,
      outputError: (text, write) => write(sanitizeLines(formatUsageError(text))),
    })
    .configureHelp(HELP)
    .commandsGroup('Tools:')
    .helpCommand(true)
    .addHelpText('after', examples('README.md', EXAMPLES))
    .hook('preAction', (_, command) => fillInOptions(command, allCommands))
  for (const command of await commandsFor(argv[2])) {
    program.addCommand(command.copyInheritedSettings(program).addHelpOption(HELP_OPTION))
  }
  try {
    const { options = [] } = program.commands.find((each) => each.name() === argv[2]) ?? {}
    await program.parseAsync(withBareFlags(withoutHelpForUnknownCommand(argv, program), options))
  } catch (error) {
    // A module that cannot be loaded is reported by bin/bot-emulator.js, which imports this file.
    if (failedToLoad(error)) throw error
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.success : EXIT.usage
    else process.exitCode = writeError(error)
  }
}

/** Removes the arguments after an unknown command. With them, Commander would print the help instead of an error. */
function withoutHelpForUnknownCommand(argv: string[], { commands }: Command): string[] {
  const name = argv[2] === 'help' ? argv[3] : argv[2]
  if (!name || name.startsWith('-') || commands.some((command) => command.name() === name)) return argv
  return [...argv.slice(0, 2), name]
}

/** Returns one line: Commander's message, its suggestion if there is one, and a pointer to --help. */
function formatUsageError(text: string): string {
  const [message = '', suggestion] = text
    .replace(/^error: /, '')
    .trimEnd()
    .split('\n')
  const sentence = message.charAt(0).toUpperCase() + message.slice(1)
  const parts = [/[.?!]$/.test(sentence) ? sentence : `${sentence}.`, suggestion?.replace(/^\((.*)\)$/, '$1')]
  return `${[...parts, 'See --help.'].filter(Boolean).join(' ')}\n`
}

await main(process.argv)
