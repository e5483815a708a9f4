// `updates`: what waits in a bot's queue.

import { Command } from 'commander'
import type { Json } from '../../client/client.ts'
import { shownOfBots } from '../each-bot.ts'
import { columns, inOneLine } from '../lines.ts'
import { type TargetOptions, withTarget } from '../target.ts'

export function updatesCommand(): Command {
  return withTarget(new Command('updates'))
    .argument('[bot]', 'id, @username or handle')
    .addHelpText('after', '\nExamples:\n  $ bot-emulator updates greeter\n  $ bot-emulator updates --json')
    .action((bot: string | undefined, options: TargetOptions) => shownOfBots(bot, options, 'updates', lines))
}

const lines = (updates: Json[]) => (updates.length ? columns(updates.map(row)) : ['Nothing waits.'])

function row({ update_id, ...update }: Json): string[] {
  const [type, content] = Object.entries(update)[0]!
  return [String(update_id), type, inOneLine(content)]
}
