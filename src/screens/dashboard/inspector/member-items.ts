// The inspector's items for members.

import { dayOf, secondOf } from '../../../lib/time-text.ts'
import type { Item } from '../components/item.ts'
import { strong } from '../components/words.tsx'
import { openMemberMenu } from '../screen/member-menu.ts'
import type { Screen } from '../screen/screen.ts'
import { listed, saying } from './say.ts'

export function memberItems(screen: Screen): Item[] {
  const chat = screen.chat.value
  if (!chat || chat.kind === 'private') return [saying('Only groups and channels have members.')]
  return listed(screen.model.view('/chats/:chat/members', { chat: chat.handle }).value, '', (member) => {
    const { user, handle, status, until_date, is_member, ...rights } = member
    const names = Object.entries(rights).flatMap(([name, value]) => (value === true ? name.replaceAll('_', ' ') : []))
    const granted = names.join(', ')
    const until = until_date ? ` until ${dayOf(until_date)} ${secondOf(until_date)}` : ''
    const words = `${status === 'restricted' ? 'muted' : status}${until}${is_member === false ? ', has left' : ''}`
    const parts = [
      strong(`${user.first_name} `),
      { text: words, ...(status === 'restricted' && { tone: 'bad' as const }) },
    ]
    const run = () => openMemberMenu(screen, handle, user.first_name)
    return [{ id: handle, parts, ...(granted && { below: [granted] }), value: member, run }]
  })
}
