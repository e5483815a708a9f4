// `calls`: what bots have called, and why they were refused.

import { Command } from 'commander'
import type { Json } from '../client/client.ts'
import { columns, print } from './lines.ts'
import { wholeNumber } from './options.ts'
import { carriedOut, type TargetOptions, targetOf, withTarget, write } from './target.ts'

interface CallsOptions extends TargetOptions {
  bot?: string
  method?: string
  refused?: boolean
  last: number
}

export function callsCommand(): Command {
  return withTarget(new Command('calls'))
    .option('--bot <who>', 'of one bot only')
    .option('--method <operation>', 'of one operation only')
    .option('--refused', 'only what was refused')
    .option('--last <count>', 'how many', wholeNumber(1), 20)
    .addHelpText('after', '\nExamples:\n  $ bot-emulator calls --bot greeter --refused\n  $ bot-emulator calls --json')
    .action((options: CallsOptions) => carriedOut(options, () => calls(options)))
}

async function calls(options: CallsOptions) {
  const { bot, method, refused, last, json } = options
  const query = { bot, method, ...(refused && { ok: false }) }
  const found = ((await targetOf(options).client.view('/calls', query)) as Json[]).slice(-last)
  if (json) return write({ ok: true, result: found })
  print(...(found.length ? columns(found.map(row)) : ['No calls.']))
}

function row({ id, at, bot, method, status, duration_ms, why, rule }: Json): string[] {
  const time = new Date(at * 1000).toISOString().slice(11, 19)
  const cause = why === undefined ? '' : `${why}  ${rule}`
  return [String(id), time, bot ?? '?', method, String(status), `${duration_ms.toFixed(1)} ms`, cause]
}
