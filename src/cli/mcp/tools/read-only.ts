// Tools that show the emulator's state and do not change it.

import * as z from 'zod'
import type { Client } from '../../../control/client/client.ts'
import { callExpectation } from '../../../control/contract/expectation.ts'
import type { MessageView } from '../../../control/contract/messages.ts'
import type { BotView } from '../../../control/contract/people.ts'
import type { CallView, DeliveryState } from '../../../control/contract/traffic.ts'
import { causeIn } from '../../../control/describe/bot-output.ts'
import { deliveryText, unconfirmedNotes } from '../../../control/describe/call.ts'
import { messageText } from '../../../control/describe/message.ts'
import { exitText } from '../../../control/describe/program.ts'
import { matchView } from '../../../control/views/find-view.ts'
import { VIEWS } from '../../../control/views/index.ts'
import { Problem } from '../../../lib/problem.ts'
import { plural, safeJson } from '../../../lib/safe-text.ts'
import { isoMoment } from '../../../lib/time-text.ts'
import { callLine, newestLines, quoteExcerpt, shortJson } from '../answer-text.ts'
import { HINTS, tool } from '../tool.ts'

export const status = tool({
  name: 'status',
  description:
    'Call this first. Returns the address, the clock, the bots with token and state, people, chats, and the last refused call.',
  params: z.strictObject({}),
  hints: HINTS.reads,
  async answer(client) {
    const [health, bots, users, chats, calls] = await Promise.all([
      client.health(),
      client.view('/bots'),
      client.view('/users'),
      client.view('/chats'),
      client.view('/calls'),
    ])
    const { base_url, version, clock } = health
    const refused = calls.filter((call) => !call.ok)
    const last = refused.at(-1)
    return newestLines(
      [
        `bot-emulator ${version} at ${base_url}, clock ${isoMoment(clock.now)}${clock.frozen ? ', frozen' : ''}`,
        ...(await Promise.all(bots.slice(0, MAX_LISTED).map((bot) => botLine(client, bot, calls)))),
        ...(bots.length > MAX_LISTED ? [`and ${bots.length - MAX_LISTED} more bots`] : []),
        `people: ${listFirst(users, ({ handle, id }) => `${handle} (${id})`) || 'none'}`,
        `chats: ${listFirst(chats, ({ handle, id, kind, title }) => `${handle} (${kind} ${id} ${quoteExcerpt(title, 30)})`) || 'private ones only'}`,
        last
          ? `${refused.length} of ${calls.length} calls refused, last: ${callLine(last)}`
          : `${plural(calls.length, 'call')}, none refused`,
      ],
      'view /bots, /users, /chats',
    )
  },
})

const MAX_LISTED = 5

function listFirst<Item>(items: readonly Item[], line: (item: Item) => string): string {
  const more = items.length > MAX_LISTED ? [`${items.length - MAX_LISTED} more`] : []
  return [...items.slice(0, MAX_LISTED).map(line), ...more].join(', ')
}

async function botLine(client: Client, { handle, id, token }: BotView, calls: CallView[]): Promise<string> {
  const state = await client.view('/bots/:bot/delivery', { bot: id })
  const botCalls = calls.filter((call) => call.bot === handle).length
  const [note] = unconfirmedNotes(state.unconfirmed)
  return `bot ${handle} (${id}), token ${token}: ${deliveryText(state)}, ${plural(state.waiting, 'pending update')}, ${plural(botCalls, 'call')}${programText(state)}${note ? `. ${note}` : ''}`
}

function programText({ program }: DeliveryState): string {
  if (!program || program.running) return ''
  return `, its program ended with ${exitText(program)}: ${quoteExcerpt(causeIn(program.output) ?? '')}`
}

export const calls = tool({
  name: 'calls',
  description:
    'The last calls of bots, one per line, with the outcome and the reason for a refusal. `object` returns a whole call.',
  params: z.strictObject({
    bot: z.string().optional(),
    method: z.string().optional(),
    refused: z.boolean().optional().describe('only refused calls'),
    after: z.int().optional().describe('only calls after the call with this id'),
    last: z.int().min(1).default(5),
  }),
  hints: HINTS.reads,
  async answer(client, { refused, last, ...query }) {
    const matchingCalls = await client.view('/calls', { ...query, ...(refused && { ok: false }) })
    return newestLines(matchingCalls.slice(-last).map(callLine), 'pass `after`') || 'No matching calls.'
  },
})

export const chat = tool({
  name: 'chat',
  description: 'A conversation as a person sees it, newest last, with the buttons of each message.',
  params: z.strictObject({
    as: z.string().describe('handle or id of the person'),
    chat: z.string().describe('a group, a channel, or a bot for the private chat with it'),
    last: z.int().min(1).default(10),
  }),
  hints: HINTS.reads,
  async answer(client, { as, chat, last }) {
    const { messages } = await client.view('/users/:user/chats/:chat', { user: as, chat })
    return newestLines(messages.slice(-last).map(messageLine), 'use `object`') || 'No messages yet.'
  },
})

const messageLine = (message: MessageView) =>
  messageText(message, quoteExcerpt, `message ${message.message_id}, ${message.author.handle}`)

export const view = tool({
  name: 'view',
  description: `Returns a view of the world as JSON, truncated unless \`whole\`. Paths: ${VIEWS.map(({ path }) => path).join(' ')}`,
  params: z.strictObject({
    path: z.string().describe('the path of the view; replace each part that begins with a colon with a handle or id'),
    query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
    whole: z.boolean().default(false),
  }),
  hints: HINTS.reads,
  async answer(client, { path, query, whole }) {
    // Another path, for example with `..`, could leave the control API and call an operation.
    const [ownPath = '', search = ''] = path.split(/\?(.*)/s)
    const { view, refs } = matchView(ownPath.replace(/^(?!\/)/, '/'))
    const searchParams = Object.fromEntries(new URLSearchParams(search))
    const result: unknown = await client.view<string>(view.path, { ...searchParams, ...query, ...refs })
    return whole ? safeJson(result) : shortJson(result, 'pass `whole: true` to get everything')
  },
})

const objectParams = z.strictObject({
  kind: z.enum(['call', 'message', 'update', 'delivery']),
  id: z.int(),
  of: z
    .string()
    .optional()
    .describe('for a message: its chat (the person, in a private chat); for an update or delivery: its bot'),
  bot: z.string().optional().describe('for a message in a private chat: the bot in that chat'),
})

type ObjectParams = z.output<typeof objectParams>

export const object = tool({
  name: 'object',
  description: 'Returns a whole call, message, update or webhook delivery as JSON, by its id.',
  params: objectParams,
  hints: HINTS.reads,
  async answer(client, params) {
    const { kind, id } = params
    const value = await FINDERS[kind](client, params)
    if (value !== undefined) return safeJson(value)
    throw new Problem('no-such-object', `No ${kind} has the id ${id}.`, 'The event log keeps only the newest entries.')
  },
})

const FINDERS: Record<ObjectParams['kind'], (client: Client, params: ObjectParams) => Promise<unknown>> = {
  call: async (client, { id }) => (await client.view('/calls', { after: id - 1 })).find((call) => call.id === id),
  message: async (client, { id, of, bot }) =>
    (
      await client.view('/chats/:chat/messages', { chat: requireOf(of, 'chat'), bot, after: id - 1, before: id + 1 })
    ).at(0),
  update: async (client, { id, of }) =>
    (await client.view('/bots/:bot/updates', { bot: requireOf(of, 'bot') })).find(({ update_id }) => update_id === id),
  delivery: (client, { id, of }) =>
    client.view('/bots/:bot/deliveries/:delivery', { bot: requireOf(of, 'bot'), delivery: id }),
}

function requireOf(of: string | undefined, what: string): string {
  if (of !== undefined) return of
  throw new Problem('invalid-params', `object: \`of\` is missing.`, `Pass the ${what} in the parameter \`of\`.`)
}

export const wait = tool({
  name: 'wait',
  description:
    'Waits until a bot makes a call, e.g. {call: "sendMessage", with: {text: "/hi/i"}}. If no call matches in time, describes the nearest call.',
  params: callExpectation.pick({ call: true, with: true, bot: true, after: true, within: true, ok: true }),
  hints: HINTS.reads,
  answer: async (client, expected) => callLine(await client.wait(expected)),
})
