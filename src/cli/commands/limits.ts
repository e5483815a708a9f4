// `limits`: how much of each limit a bot has used.

import { Command } from 'commander'
import type { Client } from '../../client/client.ts'
import type { LimitUse } from '../../contract/traffic.ts'
import { formatSpan } from '../../describe/time.ts'
import { shownOfBots } from '../each-bot.ts'
import { type TargetOptions, withTarget } from '../emulator-target.ts'
import { columns, type Piece } from '../print/print.ts'

export function command(): Command {
  return withTarget(new Command('limits'))
    .argument('[bot]', 'id, @username or handle')
    .addHelpText('after', '\nExamples:\n  $ bot-emulator limits greeter\n  $ bot-emulator limits --json')
    .action((bot: string | undefined, options: TargetOptions) => shownOfBots(bot, options, look, lines))
}

const look = (client: Client, bot: string) => client.view('/bots/:bot/limits', { bot })

const lines = (uses: readonly LimitUse[]) => columns(uses.map(row))

function row({ limit, chat, used, allowed, free_in }: LimitUse): Piece[] {
  const where = chat === undefined ? limit : `${limit} in ${chat}`
  return [where, use(used, allowed), { as: 'aside', text: free_in ? `free in ${formatSpan(free_in)}` : '' }]
}

function use(used: number, allowed: number): Piece {
  const text = `${used} of ${allowed}`
  if (used === 0) return { as: 'aside', text }
  return { as: used < allowed ? 'good' : 'bad', text }
}
