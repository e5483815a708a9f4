// `calls`: lists the calls that bots made, with the reason for each refusal.

import type { CallView } from '../../control/contract/traffic.ts'
import { contentText } from '../../control/describe/call.ts'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import { OPERATION_NAMES } from '../../service/rules/operation-names.ts'
import { handlesById } from '../../testing/worlds/handles.ts'
import { defineForTarget, findTarget, printResult } from '../emulator-target.ts'
import { causePieces, columns, durationPiece, type Piece, statusPiece, textOrJson, timePiece } from '../print/print.ts'
import { option, usually } from '../settings/option.ts'
import { parseWholeNumber } from '../settings/option-values.ts'

export const command = defineForTarget({
  options: [
    option('--bot <who>', 'lists only the calls of this bot'),
    option('--method <operation>', 'lists only the calls of this operation'),
    option('--refused', 'lists only refused calls'),
    usually(option('--last <count>', 'the number of calls to list', parseWholeNumber(1)), 20),
  ],
  examples: ['calls --bot greeter --refused', 'calls --json'],
  async run(options) {
    const { bot, method, refused, last } = options
    const query = { bot, method, ...(refused && { ok: false }) }
    const { client } = await findTarget(options)
    const calls = (await client.view('/calls', query)).slice(-last)
    if (!calls.length && method !== undefined) requireKnownOperation(method)
    if (!calls.length) return printResult(options, calls, 'No calls.')
    const chatNames = await handlesById(client)
    const rows = calls.map((call) => row(call, chatNames))
    printResult(options, calls, ...columns(rows, ALIGNED_COLUMNS))
  },
})

/** Throws if the service does not have the operation in `--method`, because the name is probably mistyped. */
function requireKnownOperation(method: string) {
  if (OPERATION_NAMES.has(method)) return
  const message = `The service does not have the operation "${method}", and no bot called it.`
  const hint = didYouMean(method, [...OPERATION_NAMES.keys()], 'docs/fidelity.md lists all operations.')
  throw new Problem('unknown-operation', message, hint)
}

function row(call: CallView, chatNames: ReadonlyMap<number, string>): Piece[] {
  const { id, at, bot, method, status, duration_ms } = call
  const details = [chatName(call, chatNames), contentText(call, MAX_CONTENT)].filter(Boolean)
  const head = [String(id), timePiece(at), bot ?? '?', method, statusPiece(status), durationPiece(duration_ms)]
  return [...head, ...(details.length ? [details.join(' ')] : []), ...causePieces(call)]
}

function chatName({ params: { chat_id } }: CallView, chatNames: ReadonlyMap<number, string>): string | undefined {
  return chat_id === undefined ? undefined : (chatNames.get(Number(chat_id)) ?? textOrJson(chat_id))
}

const MAX_CONTENT = 60

/** From the id to the duration. What follows, such as texts and causes, can be long. */
const ALIGNED_COLUMNS = 6
