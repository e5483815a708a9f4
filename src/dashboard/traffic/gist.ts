// An update in a few words: what, and who.

import type { Update } from '../../contract/shapes.ts'
import { excerpt } from '../state/excerpt.ts'

export function gistOf({ update_id: _, ...content }: Update): string {
  const [about] = Object.values(content)
  if (!about) return ''
  const who = about.from?.first_name ?? ''
  if ('new_chat_member' in about) {
    const { user, status } = about.new_chat_member
    return [`${user.first_name} ${status}`, about.chat.title].filter(Boolean).join(' in ')
  }
  const what = 'data' in about ? about.data : excerpt(about)
  return [what, who && `(${who})`].filter(Boolean).join(' ')
}
