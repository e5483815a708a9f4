// Answers, and asks for more only some time later.

import { answer, call } from './base.js'

await answer(async ({ chat, text }) => {
  await call('sendMessage', { chat_id: chat.id, text })
  await new Promise((resolve) => setTimeout(resolve, 500))
})
