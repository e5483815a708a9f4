// Answers, and never comes back to ask for more.

import { answer, call } from './base.js'

await answer(async ({ chat }) => {
  await call('sendMessage', { chat_id: chat.id, text: 'Hello, Alice' })
  await new Promise(() => setInterval(() => {}, 1000))
})
