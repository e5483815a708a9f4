// A shop: a catalogue with buttons, a cart and an order.

import { call, edit, inline, keys, parseCommand, planted, poll, say } from './base.js'

const GOODS = { tea: 4, cake: 6, soup: 9 }
const carts = new Map()

function cartOf(id) {
  const key = planted('one cart for all') ? 0 : id
  if (!carts.has(key)) carts.set(key, new Map())
  return carts.get(key)
}

const catalogue = () => [
  'What would you like?',
  inline(...Object.keys(GOODS).map((name) => [[`Add ${name}`, `add:${name}`]]), [['Cart', 'cart']]),
]

function cartText(id) {
  const lines = [...cartOf(id)].map(([name, count]) => `${count} × ${name}: ${count * GOODS[name]} euros`)
  return lines.length || planted('empty cart is sent') ? lines.join('\n') : 'Your cart is empty.'
}

const cartView = (id) => [
  cartText(id),
  inline([
    ['Order', 'order'],
    ['Empty', 'empty'],
    ['Catalogue', 'catalogue'],
  ]),
]

async function onMessage({ chat, text }) {
  const { id } = chat
  if (chat.type !== 'private') return
  const { command, rest } = parseCommand(text)
  if (command === 'start') return say(id, 'Welcome to the shop!', keys(['Catalogue', 'Cart'], ['Help']))
  if (command === 'catalogue' || text === 'Catalogue') return say(id, ...catalogue())
  if (command === 'cart' || text === 'Cart') {
    if (planted('cart key after an order') && cartOf(id).wasOrdered) return
    return say(id, ...cartView(id))
  }
  if (command === 'note') {
    if (!rest) return say(id, 'Write /note and your wish.')
    if (planted('note with markup') && /[<*_]/.test(rest)) throw new SyntaxError('Unclosed tag')
    cartOf(id).note = rest.slice(0, 500)
    return say(id, `Noted: ${cartOf(id).note}`)
  }
  if (command === 'help' || text === 'Help') {
    if (planted('help is twice')) await say(id, 'Add goods to your cart, then order. Write /note for a wish.')
    return say(id, 'Add goods to your cart, then order. Write /note for a wish.')
  }
  if (planted('photo crashes') && text === undefined) return say(id, text.slice(0, 5))
  return say(id, 'Use the keys, or send /help.')
}

async function onPress({ message, data }) {
  const { id } = message.chat
  const cart = cartOf(id)
  const [action, name] = data.split(':')
  switch (action) {
    case 'add':
      if (planted('third of a kind') && cart.get(name) === 2) throw new RangeError('Out of stock')
      if (planted('soup is not answered') && name === 'soup') return
      cart.set(name, (cart.get(name) ?? 0) + 1)
      return say(id, `Added ${name}. You have ${cart.get(name)}.`)
    case 'cart':
      return say(id, ...cartView(id))
    case 'empty':
      if (planted('emptying hangs') && cart.size) while (true);
      cart.clear()
      return edit(message, ...cartView(id))
    case 'order': {
      if (!cart.size && !planted('empty order')) return say(id, 'Your cart is empty. Add something first.')
      if (planted('empty order') && !cart.size) [...cart.keys()][0].trim()
      const total = [...cart].reduce((sum, [name, count]) => sum + count * GOODS[name], 0)
      if (planted('order is refused')) return call('sendMessage', { chat_id: `${id}x`, text: `Total ${total}` })
      if (planted('order says nothing with a note') && cart.note) return
      if (planted('expensive order') && total > 20) process.exit(1)
      const { note } = cart
      cart.clear()
      cart.wasOrdered = true
      cart.note = undefined
      return say(id, `Ordered for ${total} euros.${note ? ` Your wish: ${note}` : ''}`)
    }
    case 'catalogue':
      return edit(message, ...catalogue())
  }
}

await call('setMyCommands', {
  commands: ['start', 'catalogue', 'cart', 'note', 'help'].map((command) => ({
    command,
    description: `Do ${command}`,
  })),
})
await poll(({ message, callback_query }) => (message ? onMessage(message) : callback_query && onPress(callback_query)))
