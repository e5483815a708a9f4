// Generates docs/commands.md from the declarations of the commands.

import type { Argument, Option } from 'commander'
import { allCommands } from '../../../src/cli/command-list.ts'
import { isFlagOnly, variableOf } from '../../../src/cli/settings/settings.ts'
import { code, page, table } from './markdown.ts'

/** An option that this many commands share is described once. */
const SHARED_BY = 4

export async function commandsPage(): Promise<string> {
  const commands = await allCommands()
  const rows = commands.flatMap(({ options }) => options.map((option) => rowOf(option).join('|')))
  const isShared = (option: Option) => rows.filter((row) => row === rowOf(option).join('|')).length >= SHARED_BY
  const shared = new Map(
    commands.flatMap(({ options }) =>
      options.filter(isShared).map((option) => [rowOf(option).join('|'), rowOf(option)]),
    ),
  )
  return page([
    '# Commands',
    'Each option is also an environment variable, and a key in a [configuration file](settings.md). The command line wins over the variable, and the variable over the file.',
    table(
      ['command', ''],
      commands.map((command) => [`[\`${command.name()}\`](#bot-emulator-${command.name()})`, command.description()]),
    ),
    '## Options of many commands',
    table(['option', 'description', 'default', 'variable'], [...shared.values()]),
    ...commands.flatMap((command) => [
      `## bot-emulator ${command.name()}`,
      command.description(),
      code(`npx bot-emulator ${command.name()} ${command.usage()}`),
      table(
        ['argument', 'description'],
        command.registeredArguments.map((argument) => [`\`${argument.name()}\``, describeArgument(argument)]),
      ),
      sharedText(command.options.filter(isShared)),
      table(
        ['option', 'description', 'default', 'variable'],
        command.options.filter((option) => !isShared(option)).map(rowOf),
      ),
    ]),
  ])
}

const sharedText = (options: readonly Option[]) =>
  options.length
    ? `Takes ${options.map(({ long }) => `\`${long}\``).join(', ')}: see [above](#options-of-many-commands).`
    : ''

const rowOf = (option: Option): string[] => [
  `\`${option.flags}\``,
  [option.description.replaceAll('<', '\\<'), choicesOf(option)].filter(Boolean).join('; '),
  defaultOf(option),
  isFlagOnly(option) || option.long === '--help' ? '' : `\`${variableOf(option)}\``,
]

const describeArgument = (argument: Argument) => [argument.description, choicesOf(argument)].filter(Boolean).join('; ')

const choicesOf = ({ argChoices = [] }: Argument | Option) => argChoices.map((choice) => `\`${choice}\``).join(', ')

const defaultOf = ({ defaultValue }: Option) =>
  defaultValue === undefined || typeof defaultValue === 'boolean' ? '' : `\`${defaultValue}\``
