// Moves: the actions that people perform in an exploration.

import type { Client, Values } from '../../control/client/client.ts'
import type { MessageView } from '../../control/contract/messages.ts'
import { labelsOf } from '../../control/describe/message.ts'
import { loadScreen } from './screen.ts'

export interface Move {
  action: string
  params: Values
  /** Describes the message that the action edits, deletes, presses or replies to. Its id differs in each replay. */
  target?: MoveTarget
  /** The kind of the move, such as `command /help` or `text number`, without the values that vary. */
  label: string
}

export interface MoveTarget {
  /** The handle of the person who wrote the message, or undefined for a message of the bot. */
  author?: string
  /** The label of a button that the message must have. */
  button?: string
  /** The number of newer messages that match too: 0 for the newest one. */
  back: number
}

/** Returns the handle of the person who acts, or undefined for a fault or a jump of the clock. */
export const actorOf = ({ params }: Move): string | undefined => params.as as string | undefined

/** Returns the handle of the chat in which a move is made. For a private chat, this is the handle of the bot. */
export const chatOf = ({ params }: Pick<Move, 'params'>): string | undefined =>
  (params.chat ?? params.to ?? params.bot) as string | undefined

export const targetsIn = (
  messages: readonly MessageView[],
  { author, button }: Omit<MoveTarget, 'back'>,
): MessageView[] =>
  messages.filter((message) =>
    author === undefined
      ? message.author.is_bot && (button === undefined || labelsOf(message).includes(button))
      : message.author.handle === author && (message.text ?? message.caption) !== undefined,
  )

/** Returns the parameters of a move with the id of its target message, or undefined without such a message. */
export async function resolveMove(client: Client, move: Move): Promise<Values | undefined> {
  const { target, params } = move
  if (!target) return params
  const { messages } = await loadScreen(client, actorOf(move) ?? '', chatOf(move) ?? '')
  const message = targetsIn(messages, target).at(-1 - target.back)
  if (!message) return undefined
  // Without a message id, `press` uses the newest message that has the button.
  if (move.action === 'press' && target.back === 0) return params
  return { ...params, [move.action === 'send' ? 'reply_to' : 'message_id']: message.message_id }
}
