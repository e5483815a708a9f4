// `chat`: a conversation as one of its people sees it.

import { Argument, Command } from 'commander'
import type { Client } from '../../client/client.ts'
import type { ShownChatView } from '../../contract/chats.ts'
import type { EventView } from '../../contract/events.ts'
import { buttonRow } from '../../describe/message.ts'
import { Problem } from '../../lib/problem.ts'
import { answer, carriedOut, type TargetOptions, targetOf, withTarget, writeLine } from '../emulator-target.ts'
import { columns, messageLines, print } from '../print/print.ts'
import { wholeNumber } from '../settings/option-values.ts'
import { untilStopped } from '../stop-signals.ts'

interface ChatOptions extends TargetOptions {
  follow?: boolean
  last: number
}

export function command(): Command {
  return withTarget(new Command('chat'))
    .addArgument(new Argument('<person>', 'through whose eyes: id, @username or handle'))
    .addArgument(new Argument('[chat]', 'a bot, group or channel; without it, the list of her chats'))
    .option('--follow', 'goes on with what comes, until it is stopped')
    .option('--last <count>', 'how many messages', wholeNumber(1), 50)
    .addHelpText(
      'after',
      '\nExamples:\n  $ bot-emulator chat alice greeter\n  $ bot-emulator chat alice team --follow\n  $ bot-emulator chat alice',
    )
    .action((person: string, chat: string | undefined, options: ChatOptions) =>
      carriedOut(options, () => (chat === undefined ? list(person, options) : show(person, chat, options))),
    )
}

async function list(user: string, options: ChatOptions) {
  const { client } = await targetOf(options)
  const chats = await client.view('/users/:user/chats', { user })
  const rows = chats.map(({ handle, title, kind, unread }) => [handle, title, kind, unread ? `${unread} unread` : ''])
  answer(options, chats, ...(chats.length ? columns(rows) : ['No chats yet.']))
}

async function show(user: string, chat: string, options: ChatOptions) {
  const { client, url } = await targetOf(options)
  const { event: after } = await client.view('/cursor')
  const seen = await client.view('/users/:user/chats/:chat', { user, chat })
  const messages = seen.messages.slice(-options.last)
  if (options.json) {
    if (options.follow) for (const message of messages) writeLine({ event: 'message', message })
    else answer(options, { ...seen, messages })
  } else {
    if (!messages.length) print('Nothing has been said here yet.')
    print(...messages.flatMap((message) => messageLines(message)))
    if (seen.reply_keyboard && !options.follow) print(`keyboard: ${rowsOf(seen.reply_keyboard)}`)
  }
  if (options.follow)
    await follow(client, seen, { user, chat, after }, options).catch((error) => throwEnded(error, url))
}

/** What goes wrong with a stream is told in the words of whoever reads it by a program. */
function throwEnded(error: unknown, url: string): never {
  if (!(error instanceof Problem) || error.code !== 'disconnected') throw error
  throw new Problem(error.code, `The emulator at ${url} has ended.`, 'Start it again, and then follow again.')
}

const rowsOf = (rows: readonly (readonly { text: string }[])[]) =>
  rows.map((row) => buttonRow(row.map(({ text }) => text))).join(' / ')

interface From {
  user: string
  chat: string
  after: number
}

async function follow(client: Client, seen: ShownChatView, { user, chat, after }: From, { json }: ChatOptions) {
  const stop = new AbortController()
  const stopped = untilStopped(async () => stop.abort())
  for await (const event of client.events({ after, type: 'message,edit,delete,missed' }, stop.signal)) {
    if (event.type === 'missed') {
      if (json) writeLine({ event: 'missed', count: event.count, hint: event.hint })
      else print(`Some messages went by unread: ${event.hint}`)
    }
    if (!isHere(event, seen)) continue
    if (event.type === 'delete') {
      if (json) writeLine({ event: 'delete', message_id: event.message_id })
      else print(`${event.message_id}  deleted`)
    } else {
      const { messages } = await client.view('/users/:user/chats/:chat', { user, chat })
      const message = messages.find(({ message_id }) => message_id === event.message_id)
      if (!message) continue
      if (json) writeLine({ event: event.type, message })
      else print(...messageLines(message))
    }
  }
  if (stop.signal.aborted) process.exitCode = await stopped
  else process.stderr.write('The emulator has ended.\n')
}

type Here = Extract<EventView, { message_id: number }>

/** Of a private chat events name the person and the bot. */
function isHere(event: EventView, seen: ShownChatView): event is Here {
  if (!('message_id' in event) || event.chat !== seen.id) return false
  return seen.kind !== 'private' || event.bot === seen.bot.handle
}
