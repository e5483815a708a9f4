// A menu that is one message: each button edits it, and Back shows again what it showed first.

import { call, poll } from './base.js'

const MENUS = { menu: ['Menu', 'Sub', 'sub'], sub: ['Submenu', 'Back', 'menu'] }

const show = (name) => {
  const [text, label, callback_data] = MENUS[name]
  return { text, reply_markup: { inline_keyboard: [[{ text: label, callback_data }]] } }
}

await poll(async ({ message, callback_query: query }) => {
  if (message) await call('sendMessage', { chat_id: message.chat.id, ...show('menu') })
  if (!query) return
  const { chat, message_id } = query.message
  await call('editMessageText', { chat_id: chat.id, message_id, ...show(query.data) })
})
