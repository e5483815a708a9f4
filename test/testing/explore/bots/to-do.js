// A bot that keeps a list of things to do for each person.

import { call, edit, inline, parseCommand, planted, poll, say } from './base.js'

const lists = new Map()

function listOf(id) {
  const key = planted('one list for all') ? 0 : id
  if (!lists.has(key)) lists.set(key, [])
  return lists.get(key)
}

const MAX_ITEM = 200
const MAX_ITEMS = 20

function show(id) {
  const items = listOf(id)
  if (!items.length) return ['Nothing to do. Add something with /add.', {}]
  const lines = items.map(({ text, done }, i) => `${i + 1}. ${done ? '✓ ' : ''}${text}`)
  const rows = items.map((_, i) => [[`Done ${i + 1}`, `done:${i}`]])
  return [lines.join('\n'), inline(...rows.slice(0, 8))]
}

const showList = (id) => say(id, ...show(id))

async function onMessage({ chat, text = '' }) {
  const { id } = chat
  const { command, rest } = parseCommand(text)
  if (chat.type !== 'private') return
  const items = listOf(id)
  switch (command) {
    case 'start':
      return say(id, 'I keep your list: /add milk, /list, /done 1, /remove 1, /clear.')
    case 'add':
      if (!rest && !planted('adds nothing')) return say(id, 'Add what? Write /add milk.')
      if (rest.length > MAX_ITEM && !planted('long item'))
        return say(id, `That is too long: at most ${MAX_ITEM} characters.`)
      if (planted('markup item') && rest.includes('<')) throw new Error(`Cannot parse ${rest}`)
      if (items.length >= MAX_ITEMS) return say(id, 'The list is full. Remove something first.')
      items.push({ text: rest, done: false })
      if (planted('third item') && items.length === 3) return
      if (planted('says it twice') && items.length === 2) await say(id, 'Added.')
      return say(id, 'Added.')
    case 'list':
      if (planted('empty list') && !items.length) return say(id, items.map(({ text }) => text).join('\n'))
      return showList(id)
    case 'done':
    case 'remove': {
      const index = Number(rest) - 1
      const item = items[index]
      const isUnchecked = command === 'done' ? planted('done of a wrong number') : planted('remove of a wrong number')
      if (!item && planted('logs and goes on')) console.error(new RangeError('No such item').stack)
      if (!item && !isUnchecked) return say(id, 'Which number? See /list.')
      if (command === 'done') item.done = true
      else items.splice(index, planted('removes it all') ? items.length : 1)
      if (command === 'remove' && planted('hang after the last') && !items.length) while (true);
      return say(id, command === 'done' ? `Done: ${item.text}` : `Removed: ${item.text}`)
    }
    case 'clear':
      if (planted('clear an empty list') && !items.length) process.exit(3)
      if (planted('clear forgets to answer') && items.length) return void items.splice(0)
      items.splice(0)
      return say(id, 'Cleared.')
    default:
      return say(id, 'I did not understand that. See /start.')
  }
}

async function onPress({ message, data }) {
  const { id } = message.chat
  const item = listOf(id)[Number(data.split(':')[1])]
  if (!item && !planted('old button')) return say(id, 'That is gone. See /list.')
  item.done = true
  if (planted('button without an answer')) return
  return edit(message, ...show(id))
}

await call('setMyCommands', {
  commands: ['start', 'add', 'list', 'done', 'remove', 'clear'].map((command) => ({
    command,
    description: `Do ${command}`,
  })),
})
await poll(({ message, callback_query }) => (message ? onMessage(message) : callback_query && onPress(callback_query)))
