// Moves: the actions that people perform in an exploration.

import type { Client, Values } from '../client/client.ts'
import type { MessageView } from '../contract/messages.ts'
import { labelsOf } from '../describe/message.ts'
import { loadScreen } from './screen.ts'

export interface Move {
  action: string
  params: Values
  /** The message that the action is about, which has another id in each replay. */
  target?: Target
  /** What the move is, without its varying parts, such as `command /help` or `text number`. */
  label: string
  /** True if the next move follows at once, without waiting for the bot. */
  isRushed?: boolean
}

export interface Target {
  /** The person whose message it is, or undefined for a message of the bot. */
  author?: string
  /** The label of a button of the message. */
  button?: string
  /** Counts back from the newest such message, which is 0. */
  back: number
}

/** Returns the handle of the person who acts, if it is a person's action. */
export const actorOf = ({ params }: Move): string | undefined => params.as as string | undefined

/** Returns the handle of the chat of a move; a private chat has the handle of its bot. */
export const chatOf = ({ params }: Pick<Move, 'params'>): string | undefined =>
  (params.chat ?? params.to ?? params.bot) as string | undefined

export const targetsIn = (messages: readonly MessageView[], { author, button }: Omit<Target, 'back'>): MessageView[] =>
  messages.filter((message) =>
    author === undefined
      ? message.author.is_bot && (button === undefined || labelsOf(message).includes(button))
      : message.author.handle === author && (message.text ?? message.caption) !== undefined,
  )

/** Returns the parameters of a move with the id of its message, or undefined if the message does not exist. */
export async function resolveMove(client: Client, move: Move): Promise<Values | undefined> {
  const { target, params } = move
  if (!target) return params
  const { messages } = await loadScreen(client, actorOf(move) ?? '', chatOf(move) ?? '')
  const message = targetsIn(messages, target).at(-1 - target.back)
  if (!message) return undefined
  // The newest message with a button is found by the button alone.
  if (move.action === 'press' && target.back === 0) return params
  return { ...params, [move.action === 'send' ? 'reply_to' : 'message_id']: message.message_id }
}
