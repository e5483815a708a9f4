// The inspector's items for members and snapshots.

import { dayOf, secondOf } from '../../../lib/time-text.ts'
import { isUndoSnapshot } from '../../model/undo.ts'
import type { Item } from '../components/item.ts'
import { dim, strong } from '../components/words.tsx'
import { openMemberMenu } from '../screen/member-menu.ts'
import { perform } from '../screen/perform.ts'
import { openChoices, type Screen } from '../screen/screen.ts'
import { wordsOf } from './bot-items.ts'
import { saying } from './say.ts'

export function memberItems(screen: Screen): Item[] {
  const chat = screen.chat.value
  if (!chat || chat.kind === 'private') return [saying('Only groups and channels have members.')]
  const members = screen.model.view('/chats/:chat/members', { chat: chat.handle }).value
  if (!members) return [saying('Loading')]
  return members.map((member): Item => {
    const { user, handle, status, until_date, is_member, ...rights } = member
    const granted = wordsOf(Object.fromEntries(Object.entries(rights).filter(([, value]) => value === true)))
    const until = until_date ? ` until ${dayOf(until_date)} ${secondOf(until_date)}` : ''
    const words = `${status === 'restricted' ? 'muted' : status}${until}${is_member === false ? ', has left' : ''}`
    return {
      id: handle,
      parts: [strong(`${user.first_name} `), { text: words, ...(status === 'restricted' && { tone: 'bad' }) }],
      ...(granted && { below: [granted] }),
      value: member,
      run: () => openMemberMenu(screen, handle, user.first_name),
    }
  })
}

export function snapshotItems(screen: Screen): Item[] {
  const snapshots = screen.model.view('/snapshots').value
  if (!snapshots) return [saying('Loading')]
  if (!snapshots.length) return [saying('No snapshots yet. Ctrl-P, then "snapshot", takes one.')]
  const ofUser = ({ name }: { name: string }) => Number(isUndoSnapshot(name))
  return [...snapshots]
    .sort((a, b) => ofUser(a) - ofUser(b))
    .map((snapshot): Item => {
      const { name, made_at, bytes } = snapshot
      const note = `${dayOf(made_at)} ${secondOf(made_at)}, ${Math.ceil(bytes / 1000)} kB`
      const run = () => {
        const restore = () => void perform(screen, 'restore', { name }, { success: `Restored ${name}.` })
        const items = [{ id: 'restore', parts: ['Restore this snapshot'], run: restore }]
        openChoices(screen, `snapshot ${name}`, () => items)
      }
      const parts = isUndoSnapshot(name) ? [dim(`${name} (for undo)`)] : [strong(name)]
      return { id: name, parts, right: [dim(note)], value: snapshot, run }
    })
}
