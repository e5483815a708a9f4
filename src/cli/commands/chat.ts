// `chat`: shows a conversation as one person sees it.

import { Argument } from 'commander'
import type { Client } from '../../control/client/client.ts'
import type { ShownChatView } from '../../control/contract/chats.ts'
import type { EventView } from '../../control/contract/events.ts'
import { buttonRow } from '../../control/describe/message.ts'
import { Problem } from '../../lib/problem.ts'
import { defineForTarget, findTarget, printResult, type TargetOptions, writeJsonLine } from '../emulator-target.ts'
import { columns, messageLines, print } from '../print/print.ts'
import { type OptionsOf, option, usually } from '../settings/option.ts'
import { parseWholeNumber } from '../settings/option-values.ts'
import { untilStopped } from '../stop-signals.ts'

const OPTIONS = [
  option('--follow', 'keeps running and prints new messages'),
  usually(option('--last <count>', 'the number of messages to show', parseWholeNumber(1)), 50),
] as const
type ChatOptions = TargetOptions & OptionsOf<typeof OPTIONS>

export const command = defineForTarget({
  args: [
    new Argument('<person>', 'the person whose view to show: id, @username or handle'),
    new Argument('[chat]', "the bot, group or channel to show; without it, lists the person's chats"),
  ],
  options: OPTIONS,
  examples: ['chat alice greeter', 'chat alice team --follow', 'chat alice'],
  run: (options, person: string, chat: string | undefined) =>
    chat === undefined ? listChats(person, options) : showChat(person, chat, options),
})

async function listChats(user: string, options: ChatOptions) {
  const { client } = await findTarget(options)
  const chats = await client.view('/users/:user/chats', { user })
  const rows = chats.map(({ handle, title, kind, unread }) => [handle, title, kind, unread ? `${unread} unread` : ''])
  printResult(options, chats, ...(chats.length ? columns(rows) : ['No chats yet.']))
}

async function showChat(user: string, chat: string, options: ChatOptions) {
  const { client, url } = await findTarget(options)
  const { event: after } = await client.view('/cursor')
  const shownChat = await client.view('/users/:user/chats/:chat', { user, chat })
  const messages = shownChat.messages.slice(-options.last)
  if (options.json) {
    if (options.follow) for (const message of messages) writeJsonLine({ event: 'message', message })
    else printResult(options, { ...shownChat, messages })
  } else {
    if (!messages.length) print('No messages yet.')
    print(...messages.flatMap((message) => messageLines(message)))
    if (shownChat.reply_keyboard && !options.follow) print(`keyboard: ${keyboardText(shownChat.reply_keyboard)}`)
  }
  if (options.follow)
    await follow(client, shownChat, { user, chat, after }, options).catch((error) => throwForUser(error, url))
}

function throwForUser(error: unknown, url: string): never {
  if (!(error instanceof Problem) || error.code !== 'disconnected') throw error
  const hint = 'Start the emulator again, then repeat this command.'
  throw new Problem(error.code, `The emulator at ${url} has ended.`, hint)
}

const keyboardText = (rows: readonly (readonly { text: string }[])[]) =>
  rows.map((row) => buttonRow(row.map(({ text }) => text))).join(' / ')

async function follow(
  client: Client,
  shownChat: ShownChatView,
  { user, chat, after }: { user: string; chat: string; after: number },
  { json }: ChatOptions,
) {
  const stop = new AbortController()
  const stopped = untilStopped(async () => stop.abort())
  for await (const event of client.events({ after, type: 'message,edit,delete,missed' }, stop.signal)) {
    if (event.type === 'missed') {
      if (json) writeJsonLine({ event: 'missed', count: event.count, hint: event.hint })
      else print(`Some messages were missed: ${event.hint}`)
    }
    if (!isInChat(event, shownChat)) continue
    if (event.type === 'delete') {
      if (json) writeJsonLine({ event: 'delete', message_id: event.message_id })
      else print(`${event.message_id}  deleted`)
    } else {
      const { messages } = await client.view('/users/:user/chats/:chat', { user, chat })
      const message = messages.find(({ message_id }) => message_id === event.message_id)
      if (!message) continue
      if (json) writeJsonLine({ event: event.type, message })
      else print(...messageLines(message))
    }
  }
  if (stop.signal.aborted) process.exitCode = await stopped
  else process.stderr.write('The emulator has ended.\n')
}

type MessageEvent = Extract<EventView, { message_id: number }>

/** Returns true for a message of the shown chat. Compares bots too: all private chats of a person have the same id. */
function isInChat(event: EventView, shownChat: ShownChatView): event is MessageEvent {
  if (!('message_id' in event) || event.chat !== shownChat.id) return false
  return shownChat.kind !== 'private' || event.bot === shownChat.bot.handle
}
