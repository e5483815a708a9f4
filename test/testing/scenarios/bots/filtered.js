// Shows a button, and never asks for the presses of it.

import { call, poll } from './base.js'

const reply_markup = { inline_keyboard: [[{ text: 'More', callback_data: 'more' }]] }

await poll(
  async ({ message, callback_query }) => {
    if (message) await call('sendMessage', { chat_id: message.chat.id, text: 'Hello', reply_markup })
    if (callback_query) await call('sendMessage', { chat_id: callback_query.from.id, text: 'More' })
  },
  { allowed_updates: ['message'] },
)
