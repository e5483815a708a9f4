// `limits`: how much of each limit a bot has used.

import { Command } from 'commander'
import type { Json } from '../client/client.ts'
import { shownOfBots } from './each-bot.ts'
import { columns } from './lines.ts'
import { type TargetOptions, withTarget } from './target.ts'

export function limitsCommand(): Command {
  return withTarget(new Command('limits'))
    .argument('[bot]', 'id, @username or handle')
    .addHelpText('after', '\nExamples:\n  $ bot-emulator limits greeter\n  $ bot-emulator limits --json')
    .action((bot: string | undefined, options: TargetOptions) => shownOfBots(bot, options, 'limits', lines))
}

const lines = (uses: Json[]) => columns(uses.map(row))

function row({ limit, chat, used, allowed, free_in }: Json): string[] {
  const where = chat === undefined ? limit : `${limit} in ${chat}`
  return [where, `${used} of ${allowed}`, free_in ? `free in ${free_in} s` : '']
}
