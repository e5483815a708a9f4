// How --help looks: options and examples on one line each.

import { type Help, Option } from 'commander'

const COLUMNS = 100

/** Wide enough for most options on a line, also in a pipe. */
export const helpWidth = () => Math.min(process.stdout.columns || COLUMNS, COLUMNS)

export const HELP: Partial<Help> = { optionDescription, formatItemList }

/** Not listed in the help of a command. */
export const HELP_OPTION = new Option('-h, --help').hideHelp()

/** Names of environment variables are in docs/commands.md. */
function optionDescription({ description, defaultValue, defaultValueDescription }: Option): string {
  const isPlain = defaultValue === undefined || typeof defaultValue === 'boolean' || description.includes('(default')
  return isPlain ? description : `${description} (default: ${defaultValueDescription ?? defaultValue})`
}

/** Groups follow each other without an empty line, so that the help fits a screen. */
function formatItemList(heading: string, items: string[], helper: Help): string[] {
  return items.length ? [helper.styleTitle(heading), ...items] : []
}

/** The end of a command's help. The page is one of the package. */
export const examples = (page: string | undefined, commands: readonly string[]) =>
  `\nExamples${page ? ` (more in ${page})` : ''}:\n${commands.map((each) => `  $ npx bot-emulator ${each}`).join('\n')}`
