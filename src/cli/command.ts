// Makes a command of its declaration.

import { type Argument, Command, type Option } from 'commander'
import { examples } from './help.ts'
import type { OptionsOf } from './settings/option.ts'

export interface Definition<Options extends readonly Option[] = readonly Option[], Words extends unknown[] = never[]> {
  args?: readonly Argument[]
  options?: Options
  /** The page of the docs that has more examples. */
  page?: string
  examples?: readonly string[]
  /** The end of the help, in place of examples. */
  more?: string
  setUp?(command: Command): unknown
  run(this: Command, options: OptionsOf<Options>, ...words: Words): unknown
}

/** Infers the types of a command's options and words. */
export const define = <const Options extends readonly Option[], Words extends unknown[]>(
  definition: Definition<Options, Words>,
) => definition

export function commandOf(name: string, definition: Definition): Command {
  const { args = [], options = [], page, examples: lines = [], more = examples(page, lines) } = definition
  const command = new Command(name)
  for (const each of args) command.addArgument(each)
  for (const each of options) command.addOption(each)
  definition.setUp?.(command)
  return command.addHelpText('after', more).action(async (...given) => {
    const code = await definition.run.call(command, command.opts(), ...(given.slice(0, -2) as never[]))
    if (typeof code === 'number') process.exitCode = code
  })
}
