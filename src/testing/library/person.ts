// A person as an object, with methods to act, read chats and wait for replies.

import type { ActionName, ActionParams, ActionResultOf, Client } from '../../control/client/client.ts'
import type { PersonChatView } from '../../control/contract/chats.ts'
import type { FileToSend, MessageView, PressView } from '../../control/contract/messages.ts'
import type { MemberView } from '../../control/contract/people.ts'
import { explainProblems, invalidParam } from './explain-problems.ts'
import { refOf, type Who, type WithReferences, withIds } from './references.ts'
import type { ButtonChoice, Reader } from './replies/conversation.ts'
import { type Conversation, createConversation } from './replies/conversation.ts'
import { type DrivenBots, type Patience, untilBotsRest } from './replies/idle.ts'
import { createReplyWaiters } from './replies/replies.ts'

type Rights = NonNullable<ActionParams['promote']['rights']>
type FileKind = ActionParams['sendFile']['kind']

const FILE = 'a file as { name, bytes }, such as { name: "a.txt", bytes: "hi" }'

export interface PersonView extends Reader {
  handle: string
}

export type Person = ReturnType<typeof createPerson>

/** The actions that people perform, each of which is a method of a person object. */
type PersonAction = { [Name in ActionName]: ActionParams[Name] extends { as: unknown } ? Name : never }[ActionName]
type Methods = { [Name in PersonAction]: (...params: never[]) => Promise<ActionResultOf<Name>> }

export interface PersonContext {
  /** `waitForReply` and `waitForEdit` ignore messages up to this event id. */
  after: number
  drivenBots: DrivenBots
}

export function createPerson(
  client: Client,
  { id, handle, first_name }: PersonView,
  { after, drivenBots }: PersonContext,
) {
  // The casts are safe, because `params` and the result have the types of the action.
  const performAs = <Name extends ActionName>(action: Name, params: WithReferences<Omit<ActionParams[Name], 'as'>>) =>
    client.perform(action as string, withIds({ as: id, ...params })) as Promise<ActionResultOf<Name>>

  const { waitForReply, waitForEdit } = createReplyWaiters(client, { id, first_name }, after)
  const person = {
    id,
    handle,
    first_name,

    /** Presses Start in the private chat with a bot, optionally with the payload of a deep link. */
    start: (bot: Who, payload?: string): Promise<MessageView> => performAs('start', { bot, payload }),
    block: (bot: Who) => performAs('block', { bot }),
    unblock: (bot: Who) => performAs('unblock', { bot }),

    /** Sends a text to a bot, a group, a channel or the comments of a channel. */
    send: (to: Who, text: string, more: { reply_to?: number } = {}): Promise<MessageView> =>
      performAs('send', { to, text, ...more }),
    sendFile: async (
      to: Who,
      kind: FileKind,
      file: FileToSend,
      more: { caption?: string; reply_to?: number } = {},
    ): Promise<MessageView> => {
      const { name, bytes } = file ?? {}
      if (bytes === undefined || bytes === null) throw invalidParam('sendFile', FILE, file)
      const sent = { name, bytes: Buffer.from(bytes as Uint8Array) }
      return performAs('sendFile', { to: refOf(to), kind, file: sent, ...more })
    },
    edit: (chat: Who, message_id: number, text: string): Promise<MessageView> =>
      performAs('edit', { chat, message_id, text }),
    delete: (chat: Who, message_id: number) => performAs('delete', { chat, message_id }),
    read: (chat: Who) => performAs('read', { chat }),

    /** Presses an inline button. Without `message_id`, presses it on the newest message that has such a button. */
    press: (chat: Who, button: string | ButtonChoice, message_id?: number): Promise<PressView> =>
      performAs('press', { chat, ...(typeof button === 'string' ? { button } : button), message_id }),
    tap: (bot: Who, key: string): Promise<MessageView> => performAs('tap', { bot, key }),

    join: (chat: Who) => performAs('join', { chat }),
    leave: (chat: Who) => performAs('leave', { chat }),
    add: (chat: Who, who: Who) => performAs('add', { chat, who }),
    ban: (chat: Who, who: Who) => performAs('ban', { chat, who }),
    unban: (chat: Who, who: Who) => performAs('unban', { chat, who }),
    mute: (chat: Who, who: Who, until_date?: number | string) => performAs('mute', { chat, who, until_date }),
    unmute: (chat: Who, who: Who) => performAs('unmute', { chat, who }),
    promote: (chat: Who, who: Who, rights: Rights = {}, custom_title?: string): Promise<MemberView> =>
      performAs('promote', { chat, who, rights, custom_title }),
    demote: (chat: Who, who: Who) => performAs('demote', { chat, who }),
    pin: (chat: Who, message_id: number) => performAs('pin', { chat, message_id }),
    unpin: (chat: Who) => performAs('unpin', { chat }),

    /** Returns the list of the person's chats, with the number of unread messages in each. */
    chats: (): Promise<PersonChatView[]> => client.view('/users/:user/chats', { user: id }),
    /** Returns a chat of the person as an object with methods. If it is awaited, its value is the view of the chat. */
    chat: (chat: Who): Conversation =>
      createConversation(person, chat, () => client.view('/users/:user/chats/:chat', { user: id, chat: refOf(chat) })),
    /**
     * Returns the oldest matching message of a bot, in any of the person's chats. Each message is returned only once.
     * If no message matches, waits for one.
     */
    waitForReply,
    /** Returns the next edit of a bot's message. Like `waitForReply`, it waits if necessary. */
    waitForEdit,
    /** Resolves once all bots are idle, or after 4 seconds, or after `within` if it is given. */
    untilBotsRest: (limit?: Patience): Promise<void> => untilBotsRest(client, drivenBots, limit),
  } satisfies Methods & Record<string, unknown>
  return explainProblems(person)
}
