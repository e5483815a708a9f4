// Moves: the actions that people perform in an exploration.

import type { Values } from '../../control/client/client.ts'
import type { MessageView } from '../../control/contract/messages.ts'
import { labelsOf } from '../../control/describe/message.ts'
import { quote } from '../../lib/safe-text.ts'
import { KINDS } from '../scenarios/fault-kinds.ts'
import { nameFromHandle } from '../worlds/world-file.ts'

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

/** All arguments of a command are one class. */
export const withoutArgument = (label: string) => label.replace(/ with .*/, '')

/** All texts are one deed, and all arguments of a command. */
export const deedOf = (label: string) => withoutArgument(label).replace(/^text .*/, 'text')

/** Returns the handle of the person who acts, or undefined for a fault or a jump of the clock. */
export const actorOf = ({ params }: Pick<Move, 'params'>): string | undefined => params.as as string | undefined

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
export function resolveMove({ action, params, target }: Move, messages: readonly MessageView[]): Values | undefined {
  if (!target) return params
  const message = targetsIn(messages, target).at(-1 - target.back)
  if (!message) return undefined
  // Without a message id, `press` uses the newest message that has the button.
  if (action === 'press' && target.back === 0) return params
  return { ...params, [action.startsWith('send') ? 'reply_to' : 'message_id']: message.message_id }
}

/** What the owner of a group can do to a member. What isn't possible now is refused. */
export const DEEDS_OF_OWNERS = ['add', 'promote', 'demote', 'mute', 'unmute', 'ban', 'unban'] as const

const RIGHTS = { can_restrict_members: true, can_pin_messages: true, can_invite_users: true }

export const byOwner = (
  action: (typeof DEEDS_OF_OWNERS)[number],
  params: { as: string; chat: string; who: string },
): Move => ({ action, params: { ...params, ...(action === 'promote' && { rights: RIGHTS }) }, label: action })

/** The service counts messages per minute. */
const LIMIT_WINDOW_SECONDS = 61

const passing = (seconds: number, label: string): Move => ({ action: 'advanceClock', params: { seconds }, label })

/** Keeps the bot below the limits of the service. */
export const MINUTE = passing(LIMIT_WINDOW_SECONDS, 'a minute passes')

/** Waits for a timer of the bot in real time. */
export const WAIT: Move = { action: 'wait', params: { for: '2s' }, label: 'two seconds pass' }
export const WAIT_SECONDS = 2

const NEXT_TIMER: Move = { action: 'advanceClock', params: { to: 'next' }, label: 'the next timer fires' }

/** For a bot that follows the clock. */
export const JUMPS = [MINUTE, passing(3600, 'an hour passes'), passing(180_000, 'two days pass')]

/** True if the clock may pass several timers of the bot. */
export const isJump = ({ action, params }: Move) => action === 'advanceClock' && params.to === undefined

export const timerMove = (followsClock: boolean): Move => (followsClock ? NEXT_TIMER : WAIT)

export const faultMove = (bot: string, operation: string): Move => ({
  action: 'injectFault',
  params: { bot, operation, ...KINDS['429'].fault },
  label: `a call of ${operation} is refused with 429`,
})

export const isFault = ({ action }: Move) => action === 'injectFault'

const MAX_QUOTED = 60

const DEEDS: Readonly<Record<string, (params: Values) => string>> = {
  start: ({ payload }) =>
    `starts the bot${payload === undefined ? '' : ` with the payload ${quote(payload, MAX_QUOTED)}`}`,
  send: ({ text, reply_to }) =>
    `${reply_to === undefined ? 'sends' : 'replies to a message with'} ${quote(text, MAX_QUOTED)}`,
  edit: ({ text }) => `changes a message to ${quote(text, MAX_QUOTED)}`,
  delete: () => 'deletes a message',
  press: ({ button }) => `presses ${quote(button, MAX_QUOTED)}`,
  tap: ({ key }) => `taps ${quote(key, MAX_QUOTED)}`,
  sendFile: ({ kind, caption, reply_to }) =>
    `${reply_to === undefined ? 'sends' : 'replies with'} a file (${kind})${caption === undefined ? '' : ' with a caption'}`,
  block: () => 'blocks the bot',
  join: () => 'joins the group',
  leave: () => 'leaves the group',
}

/** Returns a text such as `When Alice sends "/list"`. */
export function deedText({ move, params }: { move: Move; params: Values }): string {
  const actor = actorOf(move)
  if (actor === undefined) return `When ${move.label}`
  const deed = DEEDS[move.action]?.(params) ?? `${move.action}s ${nameFromHandle(String(params.who))}`
  return `When ${nameFromHandle(actor)} ${deed}`
}
