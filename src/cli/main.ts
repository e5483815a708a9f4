// The command line: parse, delegate, exit code.

import { Command, CommanderError, Help } from 'commander'
import { sanitizeLines } from '../describe/text.ts'
import { failedToLoad } from '../lib/broken-package.ts'
import { VERSION } from '../version.ts'
import { commandsFor } from './command-list.ts'
import { EXIT } from './exit-codes.ts'
import { outliveReaders, writeError } from './print/streams.ts'
import { hideTyped } from './settings/secret-files.ts'
import { fillIn, isPerCall, twinOf } from './settings/settings.ts'

async function main(argv: string[]) {
  hideTyped(argv)
  outliveReaders()
  const program = new Command('bot-emulator')
    .enablePositionalOptions()
    .description('The whole bot messenger on a laptop: its HTTP bot API, exact to the last error text and limit.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(sanitizeLines(inOneLine(text))) })
    .configureHelp({ optionDescription: withTwin })
    .hook('preAction', fillIn)
  for (const command of await commandsFor(argv[2])) program.addCommand(command.copyInheritedSettings(program))
  try {
    await program.parseAsync(withoutIdleHelp(argv, program))
  } catch (error) {
    // Whoever started us explains that something is missing.
    if (failedToLoad(error)) throw error
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.fine : EXIT.usage
    else process.exitCode = writeError(error)
  }
}

/** Commander shows the whole help for a word that is no command, unless the word stands alone. */
function withoutIdleHelp(argv: string[], { commands }: Command): string[] {
  const about = argv[2] === 'help' ? argv[3] : argv[2]
  if (!about || about.startsWith('-') || commands.some((command) => command.name() === about)) return argv
  return [...argv.slice(0, 2), about]
}

/** What is wrong, and what to write instead or where to look. */
function inOneLine(text: string): string {
  const [wrong = '', nearest] = text
    .replace(/^error: /, '')
    .trimEnd()
    .split('\n')
  const sentence = wrong.charAt(0).toUpperCase() + wrong.slice(1)
  const parts = [/[.?!]$/.test(sentence) ? sentence : `${sentence}.`, nearest?.replace(/^\((.*)\)$/, '$1')]
  return `${[...parts, '--help shows what there is.'].filter(Boolean).join(' ')}\n`
}

const describe = new Help()

function withTwin(option: Parameters<Help['optionDescription']>[0]): string {
  const description = describe.optionDescription(option)
  const isSetting = !['--help', '--version'].includes(option.long ?? '') && !isPerCall(option)
  return isSetting ? `${description} [${twinOf(option)}]` : description
}

await main(process.argv)
