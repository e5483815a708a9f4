// A person as an object: her actions as methods, her chats, and waiting for replies.

import type { ActionName, ActionParams, ActionResultOf, Client } from '../client/client.ts'
import type { PersonChatView } from '../contract/chats.ts'
import type { FileToSend } from '../contract/file-to-send.ts'
import type { MessageView, PressView } from '../contract/messages.ts'
import type { MemberView } from '../contract/people.ts'
import { explained, wrong } from './explained.ts'
import type { Reader } from './replies/conversation.ts'
import { type Conversation, conversationOf } from './replies/conversation.ts'
import { type Driven, type Patience, untilBotsRest } from './replies/idle.ts'
import { repliesTo } from './replies/replies.ts'
import { type Naming, refOf, type Who, withIds } from './who.ts'

type Rights = NonNullable<ActionParams['promote']['rights']>
type FileKind = ActionParams['sendFile']['kind']

const FILE = 'a file as { name, bytes }, such as { name: "a.txt", bytes: "hi" }'

export interface PersonView extends Reader {
  handle: string
}

export type Person = ReturnType<typeof personOver>

/** The actions that a person performs: each is a method of a person. */
type PersonAction = { [Name in ActionName]: ActionParams[Name] extends { as: unknown } ? Name : never }[ActionName]
type Methods = { [Name in PersonAction]: (...params: never[]) => Promise<ActionResultOf<Name>> }

export interface Around {
  /** What bots write to her counts from this event on. */
  after: number
  driven: Driven
}

export function personOver(client: Client, { id, handle, first_name }: PersonView, { after, driven }: Around) {
  // The one cast: each method below is checked against its action's own parameters.
  const does = <Name extends ActionName>(action: Name, params: Naming<Omit<ActionParams[Name], 'as'>>) =>
    client.perform(action as string, withIds({ as: id, ...params })) as Promise<ActionResultOf<Name>>

  const person = {
    id,
    handle,
    first_name,

    /** Presses Start, with the payload of a deep link if there is one. */
    start: (bot: Who, payload?: string): Promise<MessageView> => does('start', { bot, payload }),
    block: (bot: Who) => does('block', { bot }),
    unblock: (bot: Who) => does('unblock', { bot }),

    /** Writes to a bot, in a group, below a post, or posts to a channel. */
    send: (to: Who, text: string, more: { reply_to?: number } = {}): Promise<MessageView> =>
      does('send', { to, text, ...more }),
    sendFile: async (
      to: Who,
      kind: FileKind,
      file: FileToSend,
      more: { caption?: string; reply_to?: number } = {},
    ): Promise<MessageView> => {
      const { name, bytes } = file ?? {}
      if (bytes === undefined || bytes === null) throw wrong('sendFile', FILE, file)
      return does('sendFile', { to: refOf(to), kind, file: { name, bytes: Buffer.from(bytes as Uint8Array) }, ...more })
    },
    edit: (chat: Who, message_id: number, text: string): Promise<MessageView> =>
      does('edit', { chat, message_id, text }),
    delete: (chat: Who, message_id: number) => does('delete', { chat, message_id }),
    read: (chat: Who) => does('read', { chat }),

    /** Presses an inline button, of the newest message that has it. */
    press: (chat: Who, button: string, message_id?: number): Promise<PressView> =>
      does('press', { chat, button, message_id }),
    /** Taps a key of the active reply keyboard. */
    tap: (bot: Who, key: string): Promise<MessageView> => does('tap', { bot, key }),

    join: (chat: Who) => does('join', { chat }),
    leave: (chat: Who) => does('leave', { chat }),
    add: (chat: Who, who: Who) => does('add', { chat, who }),
    ban: (chat: Who, who: Who) => does('ban', { chat, who }),
    unban: (chat: Who, who: Who) => does('unban', { chat, who }),
    mute: (chat: Who, who: Who, until_date?: number | string) => does('mute', { chat, who, until_date }),
    unmute: (chat: Who, who: Who) => does('unmute', { chat, who }),
    promote: (chat: Who, who: Who, rights: Rights = {}, custom_title?: string): Promise<MemberView> =>
      does('promote', { chat, who, rights, custom_title }),
    demote: (chat: Who, who: Who) => does('demote', { chat, who }),
    pin: (chat: Who, message_id: number) => does('pin', { chat, message_id }),
    unpin: (chat: Who) => does('unpin', { chat }),

    /** Her chats, with what is unread. */
    chats: (): Promise<PersonChatView[]> => client.view('/users/:user/chats', { user: id }),
    /** One chat: awaited, as it is shown to her; or an object to look and to act with. */
    chat: (chat: Who): Conversation =>
      conversationOf(person, chat, () => client.view('/users/:user/chats/:chat', { user: id, chat: refOf(chat) })),
    /** The next message that a bot writes where she sees it, or wrote and she was not handed; each comes once. */
    waitForReply: repliesTo(client, { id, first_name }, { after, driven, what: 'message' }),
    /** The same for what a bot changes of a message: its text, its caption, its buttons. */
    waitForEdit: repliesTo(client, { id, first_name }, { after, driven, what: 'edit' }),
    /** Resolves once no bot has anything left to do, or when the time is over. */
    untilBotsRest: (patience?: Patience): Promise<void> => untilBotsRest(client, driven, patience),
  } satisfies Methods & Record<string, unknown>
  return explained(person)
}
