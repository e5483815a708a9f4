// `do`: performs one action; its flags come from the fields of the action.

import { Command } from 'commander'
import type { ActionDescription } from '../../contract/service.ts'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import { answer, carriedOut, requireChosen, type TargetOptions, targetOf, withTarget } from '../emulator-target.ts'
import { columns, fields, type Line, print } from '../print/print.ts'
import { withProgress } from '../print/streams.ts'
import { exampleOf } from '../settings/action-examples.ts'
import { flagsOf, paramsFrom, usage } from '../settings/action-flags.ts'

interface DoOptions extends TargetOptions {
  help?: boolean
}

export function command(): Command {
  return withTarget(new Command('do'))
    .argument('[action]', 'what is done; without it, the list of actions')
    .argument('[flags...]', "the action's parameters as flags; structures as JSON, a file by its path")
    .allowUnknownOption()
    .helpOption(false)
    .option('-h, --help', 'the flags of the action')
    .addHelpText('after', EXAMPLES)
    .action((action: string | undefined, words: string[], options: DoOptions, command: Command) =>
      carriedOut(options, () => perform(action, words, options, command)),
    )
}

const EXAMPLES = `
Examples:
  $ bot-emulator do send --as alice --to greeter --text hi
  $ bot-emulator do sendFile --as alice --to greeter --kind photo --file cat.jpg
  $ bot-emulator do promote --as alice --chat team --who greeter --rights can_pin_messages,can_restrict_members
  $ bot-emulator do send --help`

const LOSES_THE_WORLD = new Set(['clearWorld', 'reset', 'restore'])

async function perform(name: string | undefined, words: string[], options: DoOptions, command: Command) {
  if (name === undefined && options.help) return command.outputHelp()
  const target = await targetOf(options)
  const { client } = target
  const actions = await client.actions()
  if (name === undefined) return print(...columns(actions.map((one) => [one.name, one.summary])))
  const action = actionNamed(actions, name)
  if (options.help) return print(...help(action))
  const { now } = (await client.health()).clock
  const params = paramsFrom(action, words, now)
  if (LOSES_THE_WORLD.has(name)) await requireChosen(target)
  const result = await withProgress(name, () => client.perform(name, params))
  answer(options, result, ...fields(result))
}

function actionNamed(actions: ActionDescription[], name: string): ActionDescription {
  const action = actions.find((one) => one.name === name)
  if (action) return action
  const names = actions.map((one) => one.name)
  const hint = didYouMean(name, names, 'bot-emulator do lists them.')
  throw new Problem('unknown-action', `There is no action "${name}".`, hint)
}

function help(action: ActionDescription): Line[] {
  const flags = flagsOf(action)
  const rows = flags.map(({ flag, value, required, default: otherwise, description }) => [
    `  ${flag} <${value}>`,
    required ? 'required' : otherwise === undefined ? '' : `${JSON.stringify(otherwise)} unless given`,
    description,
  ])
  const lists = flags.flatMap(({ flag, kind, choices = [] }) =>
    kind === 'rights' ? ['', `${flag}, all or some of:`, ...choices.map((word) => `  ${word}`)] : [],
  )
  return [action.summary, usage(action), '', ...columns(rows), ...lists, '', 'Example:', `  $ ${exampleOf(action)}`]
}
