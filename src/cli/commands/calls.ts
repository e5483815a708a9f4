// `calls`: what bots have called, and why they were refused.

import { Command } from 'commander'
import type { CallView } from '../../contract/traffic.ts'
import { excerpt, quote } from '../../describe/text.ts'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import { handlesById } from '../../scenario/export-world.ts'
import { OPERATION_NAMES } from '../../spec/operation-names.ts'
import { answer, carriedOut, type TargetOptions, targetOf, withTarget } from '../emulator-target.ts'
import { causePieces, columns, durationPiece, type Piece, statusPiece, textOrJson, timePiece } from '../print/print.ts'
import { wholeNumber } from '../settings/option-values.ts'

interface CallsOptions extends TargetOptions {
  bot?: string
  method?: string
  refused?: boolean
  last: number
}

export function command(): Command {
  return withTarget(new Command('calls'))
    .option('--bot <who>', 'of one bot only')
    .option('--method <operation>', 'of one operation only')
    .option('--refused', 'only what was refused')
    .option('--last <count>', 'how many', wholeNumber(1), 20)
    .addHelpText('after', '\nExamples:\n  $ bot-emulator calls --bot greeter --refused\n  $ bot-emulator calls --json')
    .action((options: CallsOptions) => carriedOut(options, () => calls(options)))
}

async function calls(options: CallsOptions) {
  const { bot, method, refused, last } = options
  const query = { bot, method, ...(refused && { ok: false }) }
  const { client } = await targetOf(options)
  const calls = (await client.view('/calls', query)).slice(-last)
  if (!calls.length && method !== undefined) requireOperation(method)
  if (!calls.length) return answer(options, calls, 'No calls.')
  const names = await handlesById(client)
  const rows = calls.map((call) => row(call, names))
  answer(options, calls, ...columns(rows, ALIGNED))
}

/** A bot may call what the service does not have, and then it is shown; else it is mistyped. */
function requireOperation(method: string) {
  if (OPERATION_NAMES.has(method)) return
  const hint = didYouMean(method, [...OPERATION_NAMES.keys()], 'docs/fidelity.md lists them.')
  throw new Problem('unknown-operation', `The service has no operation "${method}", and no bot called it.`, hint)
}

function row(call: CallView, names: ReadonlyMap<number, string>): Piece[] {
  const { id, at, bot, method, status, duration_ms } = call
  const words = [whereIn(call, names), textIn(call)].filter((word) => word !== undefined)
  const said = words.length ? [words.join(' ')] : []
  return [
    String(id),
    timePiece(at),
    bot ?? '?',
    method,
    statusPiece(status),
    durationPiece(duration_ms),
    ...said,
    ...causePieces(call),
  ]
}

function whereIn({ params: { chat_id } }: CallView, names: ReadonlyMap<number, string>): string | undefined {
  return chat_id === undefined ? undefined : (names.get(Number(chat_id)) ?? textOrJson(chat_id))
}

function textIn({ params: { text, caption } }: CallView): string | undefined {
  const said = text ?? caption
  return typeof said === 'string' ? quote(excerpt(said, LONGEST_TEXT)) : undefined
}

const LONGEST_TEXT = 60

/** A cause may be long, and its rule follows it. */
const ALIGNED = 6
