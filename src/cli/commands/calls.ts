// `calls`: what bots have called, and why they were refused.

import { Command } from 'commander'
import type { CallView } from '../../contract/traffic.ts'
import { carriedOut, type TargetOptions, targetOf, withTarget, write } from '../emulator-target.ts'
import { columns, type Piece, print } from '../lines.ts'
import { cause, outcome, time, took } from '../pieces.ts'
import { wholeNumber } from '../settings/options.ts'

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
  const calls = (await (await targetOf(options)).client.view('/calls', query)).slice(-last)
  if (json) return write({ ok: true, result: calls })
  print(...(calls.length ? columns(calls.map(row), ALIGNED) : ['No calls.']))
}

function row(call: CallView): Piece[] {
  const { id, at, bot, method, status, duration_ms } = call
  return [String(id), time(at), bot ?? '?', method, outcome(status), took(duration_ms), ...cause(call)]
}

/** A cause may be long, and its rule follows it. */
const ALIGNED = 6
