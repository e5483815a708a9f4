// A message, and an update, in a few words.

import { fileIn } from '../../contract/file-in.ts'
import type { Update } from '../../contract/shapes.ts'
import type { AnyMessage } from './model.ts'

export const serviceText = ({
  author,
  from,
  new_chat_members: came,
  left_chat_member: left,
}: AnyMessage): string | undefined => {
  const by = author ?? from
  if (came) {
    const names = came.map((one) => one.first_name).join(', ')
    return came.length === 1 && came[0]!.id === by?.id ? `${names} joined` : `${by?.first_name} added ${names}`
  }
  if (left) return left.id === by?.id ? `${left.first_name} left` : `${by?.first_name} removed ${left.first_name}`
  return undefined
}

export const excerpt = (message: AnyMessage): string => {
  const words = message.text ?? message.caption
  const file = fileIn(message)
  const what = file ? `[${file.kind}] ` : ''
  return serviceText(message) ?? `${what}${words ?? ''}`
}

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
