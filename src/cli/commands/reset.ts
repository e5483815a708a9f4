// `reset`: empties the world, or a layer of it, or brings back the world of the start.

import { Command, Option } from 'commander'
import type { Client } from '../../client/client.ts'
import { plural } from '../../describe/text.ts'
import { Problem } from '../../lib/problem.ts'
import { LAYERS, type Layer } from '../../messenger/whole-world/reset-world.ts'
import { recreateWorld } from '../../scenario/create-world.ts'
import { handlesIn } from '../../scenario/world-file.ts'
import { requireConsent, wholeWorld } from '../confirm.ts'
import { answer, carriedOut, requireChosen, type TargetOptions, targetOf, withTarget } from '../emulator-target.ts'
import { firstWorldOf } from '../running/first-world.ts'

interface ResetOptions extends TargetOptions {
  layer?: Layer
  bot?: string
  toStart?: boolean
  yes?: boolean
}

export function command(): Command {
  return withTarget(new Command('reset'))
    .addOption(new Option('--layer <layer>', 'what of it').choices(LAYERS))
    .option('--bot <who>', 'of one bot only')
    .option('--to-start', 'brings back the world of the first start; its bots keep their tokens')
    .option('--yes', 'does not ask')
    .addHelpText('after', EXAMPLES)
    .action((options: ResetOptions) => carriedOut(options, () => reset(options)))
}

const EXAMPLES = `
Examples:
  $ bot-emulator reset
  $ bot-emulator reset --to-start --yes
  $ bot-emulator reset --layer queues --bot greeter --yes`

async function reset(options: ResetOptions) {
  const { layer = 'all', bot, toStart, yes } = options
  if (toStart && (layer !== 'all' || bot !== undefined)) {
    throw new Problem('bad-option', 'The start is that of the whole world.', 'Leave out --layer and --bot.')
  }
  const target = await targetOf(options)
  const { client, url } = target
  const first = toStart ? firstWorldOf(url) : undefined
  const what = await whatGoes(client, layer, bot)
  const comes = first ? `, and there come again ${handlesIn(first).join(', ')}` : ''
  await requireChosen(target)
  await requireConsent(`This takes away ${what}${comes}.`, { flag: '--yes', agreed: yes })
  if (first) await recreateWorld(client, first)
  else await client.perform('reset', { layer, bot })
  answer(options, true, `Took away ${what}${comes}.`)
}

async function whatGoes(client: Client, layer: Layer, bot: string | undefined): Promise<string> {
  const bots = bot === undefined ? await client.view('/bots') : [await client.view('/bots/:bot', { bot })]
  const owned = bot === undefined ? '' : ` of ${bots[0]?.handle}`
  if (layer === 'faults') {
    const faults = await client.view('/faults')
    const its = faults.filter(({ bot: of }) => bot === undefined || of === bots[0]?.handle)
    return `${plural(its.length, 'fault')}${owned}`
  }
  if (layer === 'queues') {
    const states = await Promise.all(bots.map(({ handle }) => client.view('/bots/:bot/delivery', { bot: handle })))
    return `${plural(
      states.reduce((sum, { waiting }) => sum + waiting, 0),
      'waiting update',
    )}${owned}`
  }
  if (bot !== undefined)
    return layer === 'messages'
      ? `all messages with ${bots[0]?.handle}`
      : `all that was sent to or by ${bots[0]?.handle}`
  if (layer === 'messages') return 'all messages'
  return (await wholeWorld(client)).what
}
