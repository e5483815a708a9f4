// Answers, and ends.

import { answer, call } from './base.js'

await answer(async ({ chat }) => {
  await call('sendMessage', { chat_id: chat.id, text: 'Hello, Alice' })
  console.error('RangeError: no more messages')
  process.exit(3)
})
