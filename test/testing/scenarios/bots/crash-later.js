// Answers, and dies a moment afterwards of a timer that /start has set.

import { answer, call } from './base.js'

await answer(async ({ chat, text }) => {
  await call('sendMessage', { chat_id: chat.id, text: 'Hello, Alice' })
  if (text !== '/start') return
  setTimeout(() => {
    throw new Error('the timer of /start')
  }, 60)
})
