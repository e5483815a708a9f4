// A small shop, broken in one way that BREAK names: a menu by a button, an order with its number, a note in the group.

import { call, poll } from './base.js'

const broken = process.env.BREAK
const is = (name) => broken === name

if (is('no start')) throw new Error('Cannot find the configuration')
if (is('never asks')) setInterval(() => {}, 1000)

const button = {
  text: is('button renamed') ? 'The menu' : 'Menu',
  callback_data: is('button without effect') ? 'nemu' : 'menu',
}
const keyboard = { inline_keyboard: [[button]] }
let orders = 0

async function start({ chat, from }) {
  if (is('silent')) return
  if (is('crash')) throw Object.assign(new Error('no such table: users'), { fatal: true })
  if (is('caught error')) null.first_name.length
  if (is('too late')) await new Promise((resolve) => setTimeout(resolve, 3000))
  const text = is('wrong text') ? `Hello, ${from.first_name}?` : `Hello, ${from.first_name}!`
  const chat_id = is('wrong chat') ? chat.id + 1 : chat.id
  await call('sendMessage', { chat_id, text, ...(!is('no button') && { reply_markup: keyboard }) })
  if (is('twice')) await call('sendMessage', { chat_id: chat.id, text })
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
  if (is('crash later'))
    setTimeout(() => {
      throw new Error('the receipt printer is gone')
    }, 10)
  if (is('ends')) process.exit(3)
  if (is('hangs')) await new Promise(() => setInterval(() => {}, 1000))
}

async function handle({ message, callback_query }) {
  if (callback_query?.data === 'menu') return menu(callback_query)
  if (message?.text?.startsWith('/start')) return start(message)
  if (message?.text?.startsWith('/order')) return order(message)
}

const allowed_updates = is('filter') ? ['message'] : undefined
if (!is('never asks')) {
  await poll(
    async (update) => {
      try {
        await handle(update)
      } catch (error) {
        if (error.fatal)
          setImmediate(() => {
            throw error
          })
        else throw error
      }
    },
    { allowed_updates },
  )
}
