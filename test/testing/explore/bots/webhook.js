// A bot with a webhook that counts and converts.

import { call, edit, inline, parseCommand, planted, say, serve } from './base.js'

const counts = new Map()
const view = (id) => [
  `The count is ${counts.get(id) ?? 0}.`,
  inline(
    [
      ['Add one', 'add'],
      ['Add ten', 'ten'],
    ],
    [['Reset', 'reset']],
  ),
]

async function onMessage({ chat, text }) {
  const { id } = chat
  if (chat.type !== 'private') return
  const { command, rest } = parseCommand(text)
  switch (command) {
    case 'start':
      return say(id, 'I count with /count, and convert with /celsius 100.')
    case 'count':
      if (planted('count of nobody') && !counts.has(id)) return say(id, counts.get(id).toFixed())
      return say(id, ...view(id))
    case 'celsius': {
      const degrees = Number(rest)
      if (!rest && planted('nothing to convert')) return
      if (!rest || Number.isNaN(degrees)) {
        if (planted('not a number')) throw new TypeError('Not a number')
        return say(id, 'Write a number: /celsius 100.')
      }
      if (planted('freezing') && degrees === 0) process.exit(1)
      if (planted('negative') && degrees < 0) return say(id, '')
      return say(id, `${((degrees - 32) / 1.8).toFixed(1)} °C`)
    }
    case 'about':
      if (planted('about is twice')) await say(id, 'A bot with a webhook.')
      return say(id, 'A bot with a webhook.')
    default:
      if (planted('lines') && text?.includes('\n')) throw new Error('Only one line')
      return say(id, 'Send /count or /celsius.')
  }
}

async function onPress({ message, data }) {
  const { id } = message.chat
  const count = counts.get(id) ?? 0
  if (planted('reset of zero') && data === 'reset' && count === 0) throw new Error('Nothing to reset')
  if (planted('ten is forgotten') && data === 'ten') return
  if (planted('above twenty') && count > 20) process.exit(1)
  counts.set(id, { add: count + 1, ten: count + 10, reset: 0 }[data])
  return edit(message, ...view(id))
}

await call('setMyCommands', {
  commands: ['start', 'count', 'celsius', 'about'].map((command) => ({ command, description: `Do ${command}` })),
})
serve(({ message, callback_query }) => (message ? onMessage(message) : callback_query && onPress(callback_query)))
