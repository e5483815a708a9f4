// An update in a few words: what, and who.

import type { Update } from '../../contract/shapes.ts'
import { excerpt } from './excerpt.ts'

export function gistOf({ update_id: _, ...content }: Update): string {
  const [told] = Object.values(content)
  if (!told) return ''
  const who = told.from?.first_name ?? ''
  if ('new_chat_member' in told) {
    const { user, status } = told.new_chat_member
    return [`${user.first_name} ${status}`, told.chat.title].filter(Boolean).join(' in ')
  }
  const what = 'data' in told ? told.data : excerpt(told)
  return [what, who && `(${who})`].filter(Boolean).join(' ')
}
