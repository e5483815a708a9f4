// An update in a few words: what, and who.

import { excerpt } from './excerpt.ts'
import type { Message } from './model.ts'

interface Told extends Partial<Message> {
  data?: string
  message?: Message
  chat?: { id: number; title?: string }
  new_chat_member?: { status: string; user?: { first_name: string } }
}

export function gistOf(update: unknown): string {
  const told = Object.entries((update ?? {}) as Record<string, Told>).find(([name]) => name !== 'update_id')?.[1]
  if (!told) return ''
  const who = told.from?.first_name ?? ''
  if (told.new_chat_member) {
    const { user, status } = told.new_chat_member
    return [`${user?.first_name ?? who} ${status}`, told.chat?.title].filter(Boolean).join(' in ')
  }
  const what = told.data ?? excerpt(told as Message)
  return [what, who && `(${who})`].filter(Boolean).join(' ')
}
