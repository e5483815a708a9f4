// A shop with a menu, an order in steps, an edit, and one planted change.

import { edit, inline, keys, planted, poll, say } from '../../explore/bots/base.js'

const orders = new Map()
const menu = () =>
  inline([
    [planted('menu') ? 'Buy' : 'Order', 'order'],
    [planted('button') ? 'Assist' : 'Help', 'help'],
  ])

async function order(chat) {
  const number = 10 + (orders.get(chat) ?? 0)
  orders.set(chat, number)
  const loading = await say(chat, 'Looking…')
  if (!planted('missing edit')) await edit({ chat: { id: chat }, message_id: loading.message_id }, 'We have tea.')
  const total = planted('text') ? `Total: ${number}.00 €` : `Total: ${number} €`
  const steps = [() => say(chat, total), () => say(chat, 'Send your address.')]
  if (planted('order of messages')) steps.reverse()
  for (const step of steps) await step()
}

await poll(async ({ message, callback_query: query }) => {
  const chat = message?.chat.id ?? query.message.chat.id
  if (query?.data === 'order') return order(chat)
  if (query?.data === 'help') return edit(query.message, 'Press Order.', menu())
  if (message.text === '/start') return say(chat, `Hi, ${message.from.first_name}!`, menu())
  const name = planted('keyboard') ? 'Pay now' : 'Pay'
  await say(chat, `Sent to ${message.text}.`, keys([name, 'Cancel']))
})
