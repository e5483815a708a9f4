// A small shop, broken in one way that BREAK names: a menu by a button, and an order with its number.

import { call, poll } from './base.js'

const broken = process.env.BREAK
const is = (name) => broken === name

const button = {
  text: is('button renamed') ? 'The menu' : 'Menu',
  callback_data: is('button without effect') ? 'nemu' : 'menu',
}
const keyboard = { inline_keyboard: [[button]] }
let orders = 0

async function start({ chat, from }) {
  if (is('too late')) await new Promise((resolve) => setTimeout(resolve, 3000))
  const chat_id = is('wrong chat') ? chat.id + 1 : chat.id
  await call('sendMessage', { chat_id, text: `Hello, ${from.first_name}!`, reply_markup: keyboard })
}

async function menu({ message }) {
  const { chat, message_id } = message
  const text = is('edit without change') ? message.text : 'Pizza 8, Pasta 7'
  if (is('sends instead of editing')) return call('sendMessage', { chat_id: chat.id, text })
  await call('editMessageText', {
    chat_id: chat.id,
    message_id,
    text,
    ...(is('edit without change') && { reply_markup: keyboard }),
  })
}

async function order({ chat, message_id, text }) {
  orders++
  const said = `Order ${is('counts from zero') ? orders - 1 : orders}: ${text.slice(7)}`
  await call('sendMessage', {
    chat_id: chat.id,
    text: said,
    ...(!is('no reply') && { reply_to_message_id: message_id }),
  })
}

await poll(async ({ message, callback_query }) => {
  if (callback_query?.data === 'menu') return menu(callback_query)
  if (message?.text?.startsWith('/start')) return start(message)
  if (message?.text?.startsWith('/order')) return order(message)
})
