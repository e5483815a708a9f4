// One chat of a person as an object, and the replies that she waits for.

import type { ShownChatView } from '../../contract/chats.ts'
import type { MessageView, PressView } from '../../contract/messages.ts'
import { explained } from '../explained.ts'
import type { Who } from '../who.ts'
import type { Patience } from './idle.ts'

export interface Reader {
  id: number
  first_name: string
}

export interface ReplyQuery {
  /** Seconds, or a text such as 500ms; 4 unless given. */
  within?: number | string
  /** Only what this bot wrote. */
  from?: Who
  /** Only what stands in this chat; a bot names the private chat with it. */
  chat?: Who
  /** Only this text or caption: whole, or as an expression. */
  text?: string | RegExp
  /** Only with these inline buttons: all of them, in their order. */
  buttons?: readonly string[]
}

type Elsewhere = Omit<ReplyQuery, 'chat'>

/** Awaited, it is the chat as it is shown to her. */
export interface Conversation extends PromiseLike<ShownChatView> {
  readonly chat: Who
  /** What she can read there, oldest first. */
  messages(): Promise<MessageView[]>
  send(text: string, more?: { reply_to?: number }): Promise<MessageView>
  press(button: string, message_id?: number): Promise<PressView>
  tap(key: string): Promise<MessageView>
  read(): Promise<true>
  waitForReply(query?: Elsewhere): Promise<MessageView>
  waitForEdit(query?: Elsewhere): Promise<MessageView>
  /** Resolves once no bot has anything left to do. */
  untilBotsRest(patience?: Patience): Promise<void>
}

/** What a conversation does through its person. */
export interface Speaker {
  send(to: Who, text: string, more?: { reply_to?: number }): Promise<MessageView>
  press(chat: Who, button: string, message_id?: number): Promise<PressView>
  tap(bot: Who, key: string): Promise<MessageView>
  read(chat: Who): Promise<true>
  waitForReply(query?: ReplyQuery): Promise<MessageView>
  waitForEdit(query?: ReplyQuery): Promise<MessageView>
  untilBotsRest(patience?: Patience): Promise<void>
}

export function conversationOf(speaker: Speaker, chat: Who, look: () => Promise<ShownChatView>): Conversation {
  return explained({
    chat,
    // biome-ignore lint/suspicious/noThenProperty: before it was an object, it was the promise of the view
    then: (resolve, reject) => look().then(resolve, reject),
    messages: async () => (await look()).messages,
    send: (text, more) => speaker.send(chat, text, more),
    press: (button, message_id) => speaker.press(chat, button, message_id),
    tap: (key) => speaker.tap(chat, key),
    read: () => speaker.read(chat),
    waitForReply: (query = {}) => speaker.waitForReply({ ...query, chat }),
    waitForEdit: (query = {}) => speaker.waitForEdit({ ...query, chat }),
    untilBotsRest: (patience) => speaker.untilBotsRest(patience),
  } satisfies Conversation as Conversation)
}
