// Sends again at once when it is told to wait, and gives up after three times.

import { answer, call } from './base.js'

await answer(async ({ chat }) => {
  for (let times = 0; times < 3; times++) {
    try {
      return await call('sendMessage', { chat_id: chat.id, text: 'Hello, Alice' })
    } catch {
      console.log('refused, trying again')
    }
  }
})
