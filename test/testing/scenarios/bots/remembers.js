// Greets everybody once, by chat.

import { answer, call } from './base.js'

const met = new Set()

await answer(async ({ chat }) => {
  await call('sendMessage', { chat_id: chat.id, text: met.has(chat.id) ? 'Hello again' : 'Hello' })
  met.add(chat.id)
})
