// Whether the played person may write in the open chat, and why not.

import { dayOf, minuteOf } from '../../../lib/time-text.ts'
import type { Screen } from './screen.ts'

export interface Barrier {
  text: string
  /** What a press of Enter does about it. */
  button?: { label: string; action: string; params: Readonly<Record<string, unknown>> }
}

/** True if the played person has blocked the bot of the open chat. */
export const isBlocked = ({ chat }: Screen) => chat.value?.kind === 'private' && chat.value.blocked

/** Returns why nothing can be written, if that is so. Reads signals. */
export function barrierOf(screen: Screen): Barrier | undefined {
  const { chat, me, open, person, model } = screen
  const shown = chat.value
  if (!shown || me.value === null || open.value === null) return undefined
  if (shown.kind === 'private') {
    if (!isBlocked(screen)) return undefined
    const params = { as: me.value, bot: open.value }
    const button = { label: 'Unblock', action: 'unblock', params }
    return { text: `You have blocked ${shown.title}. It gets nothing, and can't write to you.`, button }
  }
  if (shown.kind === 'comments') return undefined
  const name = person.value?.first_name ?? 'This person'
  const member = model.view('/chats/:chat/members/:user', { chat: shown.handle, user: me.value }).value
  if (!member) return undefined
  const { status, until_date, can_send_messages, can_post_messages } = member as typeof member & {
    can_post_messages?: boolean
  }
  if (shown.kind === 'channel') {
    if (status === 'creator' || can_post_messages) return undefined
    return { text: `Only administrators write in ${shown.title}. ${name} reads it.` }
  }
  if (status === 'restricted' && !can_send_messages) {
    const until = until_date ? ` until ${dayOf(until_date)} ${minuteOf(until_date)}` : ''
    return { text: `${name} is muted in ${shown.title}${until}.` }
  }
  if (status === 'member' && shown.permissions?.can_send_messages === false)
    return { text: `Only administrators write in ${shown.title}.` }
  return undefined
}
