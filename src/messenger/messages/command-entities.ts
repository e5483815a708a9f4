// The commands in a text, measured in UTF-16 units as bot libraries read them.

import type { MessageEntity } from '../../spec/shapes.ts'

const COMMAND = /(?<=^|[\s(])\/\w{1,32}(?:@\w{1,64})?(?!\w)/g

export function commandEntities(text: string): MessageEntity[] {
  if (!text.includes('/')) return []
  return [...text.matchAll(COMMAND)].map(({ 0: command, index }) => ({
    type: 'bot_command',
    offset: index,
    length: command.length,
  }))
}
