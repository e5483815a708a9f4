// `act` and `say`: perform an action, as a person or on the service.

import * as z from 'zod'
import { ACTIONS } from '../../../control/actions/catalogue.ts'
import type { Client } from '../../../control/client/client.ts'
import { becomeIdle } from '../../../control/client/wait-long.ts'
import { span } from '../../../control/contract/time.ts'
import type { CallView } from '../../../control/contract/traffic.ts'
import { diagnosisText } from '../../../control/describe/call.ts'
import { buttonRow, labelsOf, messageExcerpt, messageIn } from '../../../control/describe/message.ts'
import { quote, sanitizeLine } from '../../../lib/safe-text.ts'
import { callLine, newestLines, quoteExcerpt, shortJson } from '../answer-text.ts'
import { withFile } from '../paths.ts'
import { HINTS, tool } from '../tool.ts'

const paramsField = z.record(z.string(), z.unknown()).default({})

/** Rejects an action's parameters that stand beside `params`, and says where they belong. */
const actionFields = <Shape extends z.ZodRawShape>(tool: string, fields: Shape) =>
  z.strictObject(fields, {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys'
        ? `Unrecognized key: "${keys?.[0]}". ${tool} takes action and params: {"action": "send", "params": {…}}`
        : undefined,
  })

export const act = tool({
  name: 'act',
  description: `Performs an action as a person or on the service. \`describe\` lists the parameters of an action. A file may be {path: "cat.jpg"}, below the working folder. Actions: ${ACTIONS.map(({ name }) => name).join(', ')}.`,
  params: actionFields('act', { action: z.string(), params: paramsField }),
  hints: HINTS.changes,
  async answer(client, { action, params }) {
    return shortJson(
      await client.perform(action, await withFile(params)),
      'to see the whole object, use `view` or `object`',
    )
  },
})

const MAX_SECONDS = 50

export const say = tool({
  name: 'say',
  description:
    'Performs an action as the tool `act` does, waits until the bots are idle, and returns their replies, other calls, and refused calls with causes. Example: {params: {as: "alice", to: "greeter", text: "hi"}}.',
  params: actionFields('say', {
    action: z.string().default('send'),
    params: paramsField,
    within: span
      .pipe(z.number().max(MAX_SECONDS))
      .default(10)
      .describe('how long to wait at most until the bots are idle, such as 5s'),
  }),
  hints: HINTS.changes,
  async answer(client, { action, params, within }) {
    const before = await client.view('/cursor')
    const callsSince = async () =>
      (await client.view('/calls', { after: before.call })).filter(({ method }) => method !== 'getUpdates')
    const result = await client.perform(action, await withFile(params))
    const isIdle = await becomeIdle(client, { after: before.call }, within)
    const calls = await callsSince()
    const lines = [
      resultLine(action, result),
      ...calls.map(replyLine),
      ...(calls.length ? [] : await silenceLines(client, before.event)),
      ...(isIdle ? [] : [`The bots were not idle after ${within} s. More calls may follow.`]),
    ]
    return newestLines(lines, 'use `calls`')
  },
})

function resultLine(action: string, result: unknown): string {
  const { message_id } = messageIn(result)
  return `${action}: ${message_id === undefined ? shortJson(result, 'use `act`') : `message ${message_id}`}`
}

/** Describes the message that a call sent or edited, with its buttons, or any other call with its parameters. */
function replyLine(call: CallView): string {
  const { id, bot, method, params, body, ok, notes } = call
  const message = messageIn(body.result)
  if (!ok || notes || message.message_id === undefined) return callLine(call)
  const buttons = buttonRow(labelsOf(message), quoteExcerpt)
  const keyboard = !buttons && params.reply_markup ? `reply_markup ${quote(params.reply_markup)}` : buttons
  const content = [messageExcerpt(message, quoteExcerpt), keyboard].filter(Boolean).join(' ')
  return `call ${id}: ${bot} ${method} → message ${message.message_id} in chat ${message.chat?.id}: ${content}`
}

const MAX_BOTS = 5

async function silenceLines(client: Client, since: number): Promise<string[]> {
  const bots = await client.view('/bots')
  const lines = bots.slice(0, MAX_BOTS).map(async ({ id }) => {
    const diagnosis = await client.view('/bots/:bot/diagnosis', { bot: id, since })
    return [diagnosisText(diagnosis), ...diagnosis.lines.map((line) => `  ${sanitizeLine(line)}`)]
  })
  return ['No bot made a call.', ...(await Promise.all(lines)).flat()]
}
