// A chat of a person as an object, with methods to write and to wait.

import type { ShownChatView } from '../../../control/contract/chats.ts'
import type { MessageView, PressView } from '../../../control/contract/messages.ts'
import { explainProblems } from '../explain-problems.ts'
import type { Who } from '../references.ts'
import type { Patience } from './idle.ts'

export interface Reader {
  id: number
  first_name: string
}

export interface ReplyQuery {
  /** The longest time to wait: seconds, or a duration such as '500ms'. The default is 4 seconds. */
  within?: number | string
  /** Selects messages from this bot. */
  from?: Who
  /** Selects messages in this chat. A bot means the private chat with that bot. */
  chat?: Who
  /** Selects messages by their text or caption: a string must equal the whole text, a regular expression must match. */
  text?: string | RegExp
  /** Selects messages that have exactly these labels on their inline buttons, in this order. */
  buttons?: readonly string[]
}

export interface VersionQuery extends ReplyQuery {
  /** True if an edit makes a message new: `waitForReply` may then return a message again, in its newest version. */
  edits?: boolean
}

/**
 * An inline button, named by its text (`button`), by its callback data (`data`), or by its row and column, which count
 * from 1.
 */
export interface ButtonChoice {
  button?: string
  data?: string
  row?: number
  column?: number
}

type InChat<Query> = Omit<Query, 'chat'>

/** A chat of a person, with methods to write and to wait. `await chat` returns the view of the chat. */
export interface Conversation extends PromiseLike<ShownChatView> {
  readonly chat: Who
  /** Returns the messages that the person can read, oldest first. */
  messages(): Promise<MessageView[]>
  send(text: string, more?: { reply_to?: number }): Promise<MessageView>
  press(button: string | ButtonChoice, message_id?: number): Promise<PressView>
  tap(key: string): Promise<MessageView>
  read(): Promise<true>
  waitForReply(query?: InChat<VersionQuery>): Promise<MessageView>
  waitForEdit(query?: InChat<ReplyQuery>): Promise<MessageView>
  /** Resolves once all bots of the emulator are idle, or after the time limit. */
  untilBotsRest(limit?: Patience): Promise<void>
}

export interface PersonMethods {
  send(to: Who, text: string, more?: { reply_to?: number }): Promise<MessageView>
  press(chat: Who, button: string | ButtonChoice, message_id?: number): Promise<PressView>
  tap(bot: Who, key: string): Promise<MessageView>
  read(chat: Who): Promise<true>
  waitForReply(query?: VersionQuery): Promise<MessageView>
  waitForEdit(query?: ReplyQuery): Promise<MessageView>
  untilBotsRest(limit?: Patience): Promise<void>
}

export function createConversation(
  speaker: PersonMethods,
  chat: Who,
  loadChat: () => Promise<ShownChatView>,
): Conversation {
  return explainProblems({
    chat,
    // biome-ignore lint/suspicious/noThenProperty: `await person.chat(…)` still returns the view
    then: (resolve, reject) => loadChat().then(resolve, reject),
    messages: async () => (await loadChat()).messages,
    send: (text, more) => speaker.send(chat, text, more),
    press: (button, message_id) => speaker.press(chat, button, message_id),
    tap: (key) => speaker.tap(chat, key),
    read: () => speaker.read(chat),
    waitForReply: (query = {}) => speaker.waitForReply({ ...query, chat }),
    waitForEdit: (query = {}) => speaker.waitForEdit({ ...query, chat }),
    untilBotsRest: (limit) => speaker.untilBotsRest(limit),
  } satisfies Conversation as Conversation)
}
