// The menu of a member: only what applies to that member now.

import type { Item } from '../components/item.ts'
import { openForm } from '../forms/open-form.ts'
import { perform } from './perform.ts'
import { openChoices, type Screen } from './screen.ts'

type Status = 'creator' | 'administrator' | 'member' | 'restricted' | 'left' | 'kicked'

/** The actions by the status of the member; those with `…` open a form. */
const ACTIONS: Readonly<Record<Status, readonly (readonly [action: string, label: string])[]>> = {
  creator: [],
  administrator: [
    ['promote', 'Change the rights…'],
    ['demote', 'Make an ordinary member again'],
    ['ban', 'Ban'],
  ],
  member: [
    ['mute', 'Mute…'],
    ['promote', 'Make an administrator…'],
    ['ban', 'Ban'],
  ],
  restricted: [
    ['unmute', 'Lift the mute'],
    ['promote', 'Make an administrator…'],
    ['ban', 'Ban'],
  ],
  left: [
    ['add', 'Add to the chat'],
    ['ban', 'Ban'],
  ],
  kicked: [['unban', 'Lift the ban']],
}

export async function openMemberMenu(screen: Screen, who: string | number, name: string) {
  const { me, open, chat, model } = screen
  const as = me.peek()
  const place = open.peek()
  if (as === null || place === null) return
  const member = await model.client
    .view('/chats/:chat/members/:user', { chat: place, user: who })
    .catch(() => undefined)
  const status = (member?.status === 'restricted' && member.is_member === false ? 'left' : member?.status) ?? 'left'
  const isChannel = chat.peek()?.kind === 'channel'
  const actions = ACTIONS[status as Status].filter(([action]) => !(isChannel && /mute$/.test(action)))
  const params = { as, chat: place, who }
  const items = actions.map(([action, label]): Item => {
    const run = () => (label.endsWith('…') ? openForm(screen, action, params) : void perform(screen, action, params))
    return { id: action, parts: [label], run }
  })
  const none: Item = { id: 'none', parts: [status === 'creator' ? `${name} owns the chat.` : 'Nothing applies now.'] }
  openChoices(screen, name, () => (items.length ? items : [none]))
}
