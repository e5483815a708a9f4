// Writes a thousand lines with every answer.

import { answer, call } from './base.js'

await answer(({ chat, text }) => {
  console.log(Array.from({ length: 1000 }, (_, i) => `${text} ${i + 1}`).join('\n'))
  return call('sendMessage', { chat_id: chat.id, text: 'Hello, Alice' })
})
