// `reset`: empties the world or a part of it, or deletes a closed world.

import { Argument } from 'commander'
import { LAYERS, type Layer } from '../../control/actions/world.ts'
import type { Client } from '../../control/client/client.ts'
import { Problem } from '../../lib/problem.ts'
import { plural } from '../../lib/safe-text.ts'
import { refillWorld } from '../../testing/worlds/create-world.ts'
import { handlesIn, type WorldFile } from '../../testing/worlds/world-file.ts'
import { describeWorld, requireConsent } from '../confirm.ts'
import {
  confirmIfElsewhere,
  defineForTarget,
  findTarget,
  printResult,
  type Target,
  type TargetOptions,
} from '../emulator-target.ts'
import { choice, type OptionsOf, option, usually } from '../settings/option.ts'

const OPTIONS = [
  usually(choice('--layer <layer>', 'the part of the world to reset', LAYERS), 'all'),
  option('--bot <who>', 'resets only the data of this bot'),
  option('--to-start', 'restores the world with which the emulator was first started; its bots keep their tokens'),
  option('--yes', 'does not ask for confirmation'),
] as const
type ResetOptions = TargetOptions & OptionsOf<typeof OPTIONS>

export const command = defineForTarget({
  args: [new Argument('[database]', 'the database file of a world that no emulator uses; deletes this world')],
  options: OPTIONS,
  examples: [
    'reset',
    'reset --to-start --yes',
    'reset --layer queues --bot greeter --yes',
    'reset .bot-emulator/world.sqlite',
  ],
  run: (options, database: string | undefined) =>
    database === undefined ? reset(options) : deleteClosedWorld(database, options),
})

/** Also deletes a damaged world, or one of another version, with which an emulator can't start. */
async function deleteClosedWorld(database: string, options: ResetOptions) {
  const { layer, bot, toStart, yes } = options
  if (toStart || layer !== 'all' || bot !== undefined) {
    const message = 'A database cannot be combined with --layer, --bot or --to-start.'
    throw new Problem('bad-option', message, 'Omit the database to reset a running emulator.')
  }
  const removed = `the world in ${database} with its files and snapshots`
  await requireConsent(`The reset deletes ${removed}.`, { flag: '--yes', isConfirmed: yes })
  const { deleteWorld } = await import('../../emulator.ts')
  deleteWorld(database)
  printResult(options, true, `Deleted ${removed}.`)
}

async function reset(options: ResetOptions) {
  const { layer, bot, toStart, yes } = options
  if (toStart && (layer !== 'all' || bot !== undefined)) {
    throw new Problem('bad-option', '--to-start cannot be combined with --layer or --bot.', 'Omit --layer and --bot.')
  }
  const target = await findTarget(options)
  const { client } = target
  const firstWorld = toStart ? await loadFirstWorld(target) : undefined
  const removed = await describeRemoved(client, layer, bot)
  const recreated = firstWorld && handlesIn(firstWorld).join(', ')
  await confirmIfElsewhere(target)
  await requireConsent(`The reset removes ${removed}${recreated ? ` and recreates ${recreated}` : ''}.`, {
    flag: '--yes',
    isConfirmed: yes,
  })
  if (firstWorld) await refillWorld(client, firstWorld)
  else await client.perform('reset', { layer, bot })
  printResult(options, true, `Removed ${removed}${recreated ? ` and recreated ${recreated}` : ''}.`)
}

async function loadFirstWorld({ client, url }: Target): Promise<WorldFile> {
  const { world } = await client.view('/first-world', { tokens: true })
  if (world) return world
  const hint =
    'Save a world with: npx bot-emulator do snapshot --name base. Restore it with: npx bot-emulator do restore --name base.'
  throw new Problem('no-start', `The emulator at ${url} has not saved the world that it was first started with.`, hint)
}

async function describeRemoved(client: Client, layer: Layer, bot: string | undefined): Promise<string> {
  const bots = bot === undefined ? await client.view('/bots') : [await client.view('/bots/:bot', { bot })]
  const ofBot = bot === undefined ? '' : ` of ${bots[0]?.handle}`
  if (layer === 'faults') {
    const faults = await client.view('/faults')
    const matching = faults.filter(({ bot: faultyBot }) => bot === undefined || faultyBot === bots[0]?.handle)
    return `${plural(matching.length, 'fault')}${ofBot}`
  }
  if (layer === 'queues') {
    const states = await Promise.all(bots.map(({ handle }) => client.view('/bots/:bot/delivery', { bot: handle })))
    const pending = states.reduce((sum, { waiting }) => sum + waiting, 0)
    return `${plural(pending, 'pending update')}${ofBot}`
  }
  if (bot !== undefined)
    return layer === 'messages'
      ? `all messages with ${bots[0]?.handle}`
      : `everything that was sent to or by ${bots[0]?.handle}`
  if (layer === 'messages') return 'all messages'
  return (await describeWorld(client)).contents
}
