// A person as an object, with methods to act, read chats and wait for replies.

import type { ActionName, ActionParams, ActionResultOf, Client } from '../../control/client/client.ts'
import type { PersonChatView, ShownChatView } from '../../control/contract/chats.ts'
import type { FileToSend, MessageView, PressView } from '../../control/contract/messages.ts'
import type { MemberView } from '../../control/contract/people.ts'
import { explainProblems, invalidParam } from './explain-problems.ts'
import { type DrivenBots, type Patience, untilBotsRest } from './idle.ts'
import { refOf, type Who, type WithReferences, withIds } from './references.ts'
import { createReplyWaiters, type Reader, type ReplyQuery, type VersionQuery } from './replies.ts'

type Rights = NonNullable<ActionParams['promote']['rights']>
type FileKind = ActionParams['sendFile']['kind']

const FILE = 'a file as { name, bytes }, such as { name: "a.txt", bytes: "hi" }'

export interface PersonView extends Reader {
  handle: string
}

export interface PersonContext {
  /** `waitForReply` and `waitForEdit` ignore messages up to this event id. */
  after: number
  drivenBots: DrivenBots
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

/** The actions that people perform, each of which is a method of a person object. */
type PersonAction = { [Name in ActionName]: ActionParams[Name] extends { as: unknown } ? Name : never }[ActionName]
type Methods = { [Name in PersonAction]: (chat: Who, ...params: never[]) => Promise<ActionResultOf<Name>> }

/** The methods for the actions. The first parameter of each is the chat. */
function personActions(client: Client, id: number) {
  // The casts are safe, because `params` and the result have the types of the action.
  const performAs = <Name extends ActionName>(action: Name, params: WithReferences<Omit<ActionParams[Name], 'as'>>) =>
    client.perform(action as string, withIds({ as: id, ...params })) as Promise<ActionResultOf<Name>>

  return {
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
  } satisfies Methods
}

type PersonActions = ReturnType<typeof personActions>

type InChat<Method> = Method extends (chat: Who, ...params: infer Params) => infer Result
  ? (...params: Params) => Result
  : never

/** A chat of a person, with the person's actions in this chat. `await chat` returns the view of the chat. */
export type Conversation = PromiseLike<ShownChatView> & {
  [Name in keyof PersonActions]: InChat<PersonActions[Name]>
} & {
  readonly chat: Who
  /** Returns the messages that the person can read, oldest first. */
  messages(): Promise<MessageView[]>
  waitForReply(query?: Omit<VersionQuery, 'chat'>): Promise<MessageView>
  waitForEdit(query?: Omit<ReplyQuery, 'chat'>): Promise<MessageView>
  /** Resolves once all bots of the emulator are idle, or after the time limit. */
  untilBotsRest(limit?: Patience): Promise<void>
}

export type Person = ReturnType<typeof createPerson>

export function createPerson(
  client: Client,
  { id, handle, first_name }: PersonView,
  { after, drivenBots }: PersonContext,
) {
  const actions = personActions(client, id)
  const { waitForReply, waitForEdit } = createReplyWaiters(client, { id, first_name }, after)

  function createConversation(chat: Who): Conversation {
    const loadChat = () => client.view('/users/:user/chats/:chat', { user: id, chat: refOf(chat) })
    const inChat = Object.entries(actions).map(([name, act]) => [
      name,
      (act as (...all: unknown[]) => unknown).bind(null, chat),
    ])
    return explainProblems({
      ...(Object.fromEntries(inChat) as Pick<Conversation, keyof PersonActions>),
      chat,
      // biome-ignore lint/suspicious/noThenProperty: `await person.chat(…)` still returns the view
      then: (resolve, reject) => loadChat().then(resolve, reject),
      messages: async () => (await loadChat()).messages,
      waitForReply: (query = {}) => waitForReply({ ...query, chat }),
      waitForEdit: (query = {}) => waitForEdit({ ...query, chat }),
      untilBotsRest: person.untilBotsRest,
    } satisfies Conversation as Conversation)
  }

  const person = explainProblems({
    id,
    handle,
    first_name,
    ...actions,
    /** Returns the list of the person's chats, with the number of unread messages in each. */
    chats: (): Promise<PersonChatView[]> => client.view('/users/:user/chats', { user: id }),
    /** Returns a chat of the person as an object with methods. If it is awaited, its value is the view of the chat. */
    chat: createConversation,
    /**
     * Returns the oldest matching message of a bot, in any of the person's chats. Each message is returned only once.
     * If no message matches, waits for one.
     */
    waitForReply,
    /** Returns the next edit of a bot's message. Like `waitForReply`, it waits if necessary. */
    waitForEdit,
    /** Resolves once all bots are idle, or after 4 seconds, or after `within` if it is given. */
    untilBotsRest: (limit?: Patience): Promise<void> => untilBotsRest(client, drivenBots, limit),
  })
  return person
}
