// Thinks for longer than a silent bot is waited for, then repeats what it hears with a button.

import { answer, call } from './base.js'

const reply_markup = { inline_keyboard: [[{ text: 'More', callback_data: 'more' }]] }

await answer(async ({ chat, text }) => {
  await new Promise((resolve) => setTimeout(resolve, 1500))
  if (text === 'help') await call('sendMessage', { chat_id: chat.id, text })
  else await call('sendMessage', { chat_id: chat.id, text, reply_markup })
})
