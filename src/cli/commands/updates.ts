// `updates`: what waits in a bot's queue.

import { Command } from 'commander'
import type { Client } from '../../client/client.ts'
import type { Update } from '../../spec/shapes.ts'
import { shownOfBots } from '../each-bot.ts'
import { type TargetOptions, withTarget } from '../emulator-target.ts'
import { columns, textOrJson } from '../print/print.ts'

export function command(): Command {
  return withTarget(new Command('updates'))
    .argument('[bot]', 'id, @username or handle')
    .addHelpText('after', '\nExamples:\n  $ bot-emulator updates greeter\n  $ bot-emulator updates --json')
    .action((bot: string | undefined, options: TargetOptions) => shownOfBots(bot, options, look, lines))
}

const look = (client: Client, bot: string) => client.view('/bots/:bot/updates', { bot })

const lines = (updates: readonly Update[]) => (updates.length ? columns(updates.map(row)) : ['Nothing waits.'])

function row({ update_id, ...update }: Update): string[] {
  const [type = '', content] = Object.entries(update)[0] ?? []
  return [String(update_id), type, textOrJson(content)]
}
