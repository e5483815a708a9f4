// `do`: performs one action. Each parameter of the action is a flag.

import { Argument } from 'commander'
import type { ActionDescription } from '../../control/contract/service.ts'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import { confirmIfElsewhere, defineForTarget, findTarget, printResult, type TargetOptions } from '../emulator-target.ts'
import { columns, fieldLines, type Line, print } from '../print/print.ts'
import { exampleOf, flagsOf, paramsFrom, usage } from '../settings/action-flags.ts'
import { option } from '../settings/option.ts'

export const command = defineForTarget({
  args: [
    new Argument('[action]', 'the name of the action; without it, lists all actions'),
    new Argument('[flags...]', 'the parameters as flags; write a file as its path, and lists and objects as JSON'),
  ],
  options: [option('-h, --help', "shows this help; after an action, shows the action's flags")],
  setUp: (command) => command.allowUnknownOption().helpOption(false),
  examples: [
    'do send --as alice --to greeter --text hi',
    'do sendFile --as alice --to greeter --kind photo --file cat.jpg',
    'do promote --as alice --chat team --who greeter --rights can_pin_messages,can_restrict_members',
    'do send --help',
  ],
  async run(options, name: string | undefined, words: string[]) {
    if (name === undefined && options.help) return this.outputHelp()
    return name === undefined || options.help ? showHelp(name, options) : perform(name, words, options)
  },
})

async function perform(name: string, words: string[], options: TargetOptions) {
  const target = await findTarget(options)
  const { client } = target
  const action = findAction(await client.actions(), name)
  const { now } = (await client.health()).clock
  const params = paramsFrom(action, words, now)
  if (action.replaces_world) await confirmIfElsewhere(target)
  const result = await client.perform(name, params)
  printResult(options, result, ...fieldLines(result))
}

/** Prints the help of an action or of all actions, also without a running emulator. */
async function showHelp(name: string | undefined, options: TargetOptions) {
  const { catalogue } = await import('../../control/actions/catalogue.ts')
  const actions = catalogue()
  if (name !== undefined) return print(...helpLines(findAction(actions, name)))
  printResult(options, actions, ...columns(actions.map(({ name, summary }) => [name, summary])))
}

export function findAction(actions: readonly ActionDescription[], name: string): ActionDescription {
  const action = actions.find((one) => one.name === name)
  if (action) return action
  const names = actions.map((one) => one.name)
  const hint = didYouMean(name, names, 'For a list of all actions, run npx bot-emulator do.')
  throw new Problem('unknown-action', `Unknown action "${name}".`, hint)
}

function helpLines(action: ActionDescription): Line[] {
  const flags = flagsOf(action)
  const rows = flags.map(({ flag, value, required, default: defaultValue, description }) => [
    `  ${flag} <${value}>`,
    required ? 'required' : defaultValue === undefined ? '' : `default ${JSON.stringify(defaultValue)}`,
    description,
  ])
  const lists = flags.flatMap(({ flag, kind, choices = [] }) =>
    kind === 'rights' ? ['', `Values of ${flag}, separated by commas:`, ...choices.map((word) => `  ${word}`)] : [],
  )
  return [action.summary, usage(action), '', ...columns(rows), ...lists, '', 'Example:', `  $ ${exampleOf(action)}`]
}
