// Answers twice.

import { answer, call } from './base.js'

await answer(async ({ chat }) => {
  await call('sendMessage', { chat_id: chat.id, text: 'Hello, Alice' })
  await call('sendMessage', { chat_id: chat.id, text: 'Hello, Alice' })
})
