// The actions press and tap: inline buttons and keys of the reply keyboard.

import { randomInt } from 'node:crypto'
import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { type Chat, isPresent, memberOf } from '../../service/messenger/chats/chat.ts'
import { describeChat, personChat, requireMessage } from '../../service/messenger/chats/person-chat.ts'
import { presentMessage } from '../../service/messenger/messages/present-message.ts'
import { chatToWriteTo, sendAsPerson } from '../../service/messenger/messages/send-as-person.ts'
import { queueUpdate } from '../../service/messenger/updates/update-queue.ts'
import { requireActor, requireBot } from '../../service/messenger/users/find-by-ref.ts'
import { presentUser } from '../../service/messenger/users/present-user.ts'
import type { Read } from '../../service/messenger/world.ts'
import type { InlineButton } from '../../service/rules/shapes.ts'
import type { BotRow } from '../../service/store/tables/bots.ts'
import { placeText } from '../describe/message.ts'
import { viewMessage } from '../present/chats.ts'
import { action } from './action.ts'
import * as p from './params.ts'

/** Throws if the bot has left the chat: its buttons remain there, but it no longer receives presses. */
function requireBotInChat(read: Read, chat: Chat, bot: BotRow) {
  if (chat.kind === 'private' || isPresent(memberOf(read, chat, bot.id))) return
  throw new Problem('bot-gone', `${bot.first_name} is no longer in ${chat.title}.`, 'Add the bot again first.')
}

function requireUnblocked(chat: Chat) {
  if (chat.kind === 'private' && chat.blocked) {
    const hint = 'Unblock the bot first, with the action unblock or start.'
    throw new Problem('blocked', `${chat.first_name} has blocked this bot.`, hint)
  }
}

const place = z.int().min(1)

/** A button must match all that are given. */
const buttonChoice = {
  button: p.shortText('The text of the button.').optional(),
  data: p.shortText('The callback_data of the button.').optional(),
  row: place.optional().describe('The row of the button. The first row is 1.'),
  column: place.optional().describe('The column of the button. The first column is 1.'),
}
type ButtonChoice = z.output<z.ZodObject<typeof buttonChoice>>

/** The maximum number of messages that are searched, because a longer search would delay other requests. */
const MAX_SEARCHED = 10_000

/** Finds the first fitting button of the newest message that has one, or of the message `messageId` if it is set. */
function findButton(read: Read, chat: Chat, choice: ButtonChoice, messageId: number | undefined) {
  const rows =
    messageId === undefined
      ? read.store.messages.withKeyboard(chat.chat, MAX_SEARCHED)
      : [requireMessage(read, chat, messageId)]
  const buttonTexts: string[] = []
  for (const row of rows) {
    const keyboard = JSON.parse(row.keyboard ?? '[]') as InlineButton[][]
    const button = keyboard.flatMap((buttons, at) => buttons.filter((one, to) => fits(choice, one, at + 1, to + 1)))[0]
    if (button) return { row, button }
    buttonTexts.push(...keyboard.flat().map((one) => one.text))
  }
  const noButtons =
    messageId === undefined ? 'No recent message in the chat has buttons.' : 'The message does not have buttons.'
  const hint = buttonTexts.length ? `The buttons are: ${buttonTexts.slice(0, 12).join(', ')}.` : noButtons
  throw new Problem('no-such-button', `No button ${choiceText(choice)} found in ${describeChat(read, chat)}.`, hint)
}

const fits = ({ button, data, row, column }: ButtonChoice, one: InlineButton, atRow: number, atColumn: number) =>
  (button === undefined || button === one.text) &&
  (data === undefined || data === one.callback_data) &&
  (row === undefined || row === atRow) &&
  (column === undefined || column === atColumn)

function choiceText({ button, data, ...at }: ButtonChoice): string {
  const place = placeText(at)
  const parts = [button !== undefined && `"${button}"`, data !== undefined && `with the data "${data}"`]
  return [...parts, place && `at ${place}`].filter(Boolean).join(' ')
}

export const buttons = {
  press: action({
    summary:
      'Presses an inline button by its text, data or position. Without a message, presses the newest match in the newest 10 000 messages.',
    params: z
      .strictObject({
        as: p.actor,
        chat: p.chat,
        ...buttonChoice,
        message_id: p.messageId.optional(),
      })
      .refine(
        ({ button, data, row, column }) => [button, data, row, column].some((one) => one !== undefined),
        'Invalid input: expected button, data, row or column',
      ),
    result: 'PressView',
    example: { as: 'alice', chat: 'greeter', button: 'Yes' },
    updates: ['callback_query'],
    run(tx, { as, chat: ref, message_id, ...choice }) {
      const person = requireActor(tx, as)
      const chat = personChat(tx, person, ref)
      requireUnblocked(chat)
      const { row, button } = findButton(tx, chat, choice, message_id)
      if (button.url !== undefined) return { url: button.url }
      const bot = tx.store.bots.getOrThrow(row.author)
      requireBotInChat(tx, chat, bot)
      const id = String(randomInt(2 ** 47))
      queueUpdate(tx, bot, 'callback_query', () => ({
        id,
        from: presentUser(person),
        message: presentMessage(tx, bot, chat, row),
        chat_instance: String(chat.chat),
        data: button.callback_data,
      }))
      return { callback_query_id: id, data: button.callback_data, message_id: row.message_id }
    },
  }),
  tap: action({
    summary: 'Taps a key of the active reply keyboard.',
    params: z.strictObject({ as: p.actor, bot: p.bot, key: p.shortText('The text of the key of the reply keyboard.') }),
    result: 'MessageView',
    example: { as: 'alice', bot: 'greeter', key: 'Menu' },
    updates: ['message'],
    run(tx, { as, bot: ref, key }) {
      const person = requireActor(tx, as)
      const bot = requireBot(tx, ref)
      const open = personChat(tx, person, bot.id)
      const keyboard = open.kind === 'private' ? open.reply_keyboard : null
      const rows = JSON.parse(keyboard ?? '[]') as { text: string }[][]
      const keys = rows.flat().map((one) => one.text)
      if (!keys.includes(key)) {
        const hint = keys.length
          ? `The keys are: ${keys.join(', ')}.`
          : 'The chat does not have an active reply keyboard.'
        throw new Problem('no-such-key', `No key "${key}" found in the reply keyboard of ${bot.first_name}.`, hint)
      }
      const chat = chatToWriteTo(tx, person, bot.id, 'text')
      return viewMessage(tx, chat, sendAsPerson(tx, person, chat, { text: key }))
    },
  }),
}
