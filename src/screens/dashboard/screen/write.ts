// What keeps the played person from writing, and the bot from answering.

import { endingText } from '../../../control/describe/program.ts'
import { dayOf, minuteOf } from '../../../lib/time-text.ts'
import { isAllowed, type MemberRight } from '../../model/member-actions.ts'
import type { Bot, Diagnosis, Screen } from './screen.ts'

/** True if the played person has blocked the bot of the open chat. */
export const isBlocked = ({ chat }: Screen) => chat.value?.kind === 'private' && chat.value.blocked

/** The played person as a member of the open group or channel. */
function ownMember({ chat, me, model }: Screen) {
  const place = chat.value
  if (!place || place.kind === 'private' || place.kind === 'comments' || me.value === null) return undefined
  return model.view('/chats/:chat/members/:user', { chat: place.handle, user: me.value }).value
}

type Right = MemberRight | `can_${'edit' | 'delete' | 'pin' | 'post'}_messages`

/** True if the played person has the right in the open chat, or if that is not known. */
export function hasRight(screen: Screen, right: Right): boolean {
  const member = ownMember(screen)
  return !member || isAllowed(right, member, screen.chat.value?.permissions)
}

/** Returns why nothing can be written, if that is so. Reads signals. */
export function barrierOf(screen: Screen): string | undefined {
  const { chat, person } = screen
  const { kind, title, permissions } = chat.value ?? {}
  if (isBlocked(screen)) return `You have blocked ${title}. It gets nothing, and can't write to you.`
  const member = ownMember(screen)
  if (!member) return undefined
  const { status, until_date, can_send_messages } = member
  const name = person.value?.first_name ?? 'This person'
  if (kind === 'channel' && !hasRight(screen, 'can_post_messages'))
    return `Only administrators write in ${title}. ${name} reads it.`
  if (status === 'restricted' && !can_send_messages) {
    const until = until_date ? ` until ${dayOf(until_date)} ${minuteOf(until_date)}` : ''
    return `${name} is muted in ${title}${until}.`
  }
  if (status === 'member' && permissions?.can_send_messages === false) return `Only administrators write in ${title}.`
  return undefined
}

/** What a bot does in a few words, if it needs attention. */
const TROUBLES: Partial<Record<Diagnosis['state'], string>> = {
  ended: 'ended',
  suspended: 'suspended',
  'polls-refused': 'polls refused',
  'unknown-token': 'unknown token',
  'not-connected': 'not connected',
  'webhook-failing': 'webhook failing',
  'not-asked-for': 'asks for other updates',
  error: 'error',
  unconfirmed: 'never confirms',
  'not-fetched': 'stopped polling',
}

/** Reads signals. `trouble` is the sentence that says what needs attention. */
export function botState(screen: Screen, bot: Bot): { words: string; trouble?: string | undefined } {
  const { webhook, program, waiting } = bot.delivery
  const diagnosis = screen.diagnosisOf(bot.handle).value
  if (!diagnosis) return { words: '' }
  const { state, text } = diagnosis
  const words = TROUBLES[state]
  if (!words) return { words: state === 'working' ? 'busy' : webhook === null ? 'polling' : 'webhook' }
  // A bot that was never connected is fine until something waits for it.
  if (state === 'not-connected' && !waiting) return { words }
  // A program that is being restarted has ended without a code.
  const hasEnded = state === 'ended' && (program?.code ?? program?.signal ?? null) !== null
  return { words: program && hasEnded ? `ended ${endingText(program)}` : words, trouble: text }
}
