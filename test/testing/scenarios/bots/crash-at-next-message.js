// Answers, and dies of the next message after /start.

import { answer, call } from './base.js'

let isArmed = false

await answer(async ({ chat, text }) => {
  if (isArmed)
    setImmediate(() => {
      throw new Error('armed by /start')
    })
  else await call('sendMessage', { chat_id: chat.id, text: 'Hello, Alice' })
  isArmed = text === '/start'
})
