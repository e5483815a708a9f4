// The menu of a member: only what applies to that member now.

import { memberActions } from '../../model/member-actions.ts'
import type { Item } from '../components/item.ts'
import { openForm } from '../forms/open-form.ts'
import { perform } from './perform.ts'
import { openChoices, type Screen } from './screen.ts'

export async function openMemberMenu(screen: Screen, who: string | number, name: string) {
  const { me, open, chat, model } = screen
  const as = me.peek()
  const place = open.peek()
  if (as === null || place === null) return
  const path = '/chats/:chat/members/:user'
  const member = await model.client.view(path, { chat: place, user: who }).catch(() => undefined)
  const params = { as, chat: place, who }
  const items = memberActions(chat.peek()?.kind, member).map(([action, label]): Item => {
    const run = () => (label.endsWith('…') ? openForm(screen, action, params) : void perform(screen, action, params))
    return { id: action, parts: [label], run }
  })
  const none: Item = { id: 'none', parts: [`${name} owns the chat.`] }
  openChoices(screen, name, () => (items.length ? items : [none]))
}
