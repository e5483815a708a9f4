// The members of a group or channel: the inspector's items, and a member's menu.

import { dayOf, secondOf } from '../../../lib/time-text.ts'
import { memberActions, statusText } from '../../model/member-actions.ts'
import { openForm } from '../forms/open-form.ts'
import { type Item, listed, saying, strong } from '../screen/items.ts'
import { perform } from '../screen/perform.ts'
import { openChoices, type Screen } from '../screen/screen.ts'
import { hasRight } from '../screen/write.ts'

export function memberItems(screen: Screen): Item[] {
  const chat = screen.chat.value
  if (!chat || chat.kind === 'private') return [saying('Only groups and channels have members.')]
  return listed(screen.model.view('/chats/:chat/members', { chat: chat.handle }).value, '', (member) => {
    const { user, handle, status, until_date, is_member, ...rights } = member
    const names = Object.entries(rights).flatMap(([name, value]) => (value === true ? name.replaceAll('_', ' ') : []))
    const granted = names.join(', ')
    const until = until_date ? ` until ${dayOf(until_date)} ${secondOf(until_date)}` : ''
    const words = `${statusText(status)}${until}${is_member === false ? ', has left' : ''}`
    const parts = [
      strong(`${user.first_name} `),
      { text: words, ...(status === 'restricted' && { tone: 'bad' as const }) },
    ]
    const run = () => openMemberMenu(screen, handle, user.first_name)
    return [{ id: handle, parts, ...(granted && { below: [granted] }), isUnfolded: true, value: member, run }]
  })
}

/** Offers only what applies to the member now, and what the played person may do. */
export async function openMemberMenu(screen: Screen, who: string | number, name: string) {
  const { me, open, chat, person, model } = screen
  const as = me.peek()
  const place = open.peek()
  if (as === null || place === null) return
  const path = '/chats/:chat/members/:user'
  const member = await model.client.view(path, { chat: place, user: who }).catch(() => undefined)
  const params = { as, chat: place, who }
  const all = memberActions(chat.peek()?.kind, member)
  const allowed = all.filter(({ right }) => hasRight(screen, right))
  const items = allowed.map(({ action, label }): Item => {
    const run = () => (label.endsWith('…') ? openForm(screen, action, params) : void perform(screen, action, params))
    return { id: action, parts: [label], run }
  })
  const why = all.length
    ? `${person.peek()?.first_name} has no right to change ${name} here.`
    : `${name} owns the chat.`
  openChoices(screen, name, () => (items.length ? items : [saying(why)]))
}
