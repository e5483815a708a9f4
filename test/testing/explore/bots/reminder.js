// A bot that reminds people after a number of seconds.

import { call, inline, parseCommand, planted, poll, say } from './base.js'

const reminders = new Map()
let nextId = 1

const listOf = (id) =>
  [...reminders.values()].filter((one) => (planted('lists the reminders of all') ? true : one.chat === id))

async function ring(one) {
  reminders.delete(one.id)
  if (planted('rings twice')) await say(one.chat, `Remember: ${one.text}`)
  if (planted('crash when it rings')) throw new Error('No alarm')
  await say(one.chat, `Remember: ${one.text}`).catch(() => {})
}

async function onMessage({ chat, text }) {
  const { id } = chat
  if (chat.type !== 'private') return
  const { command, rest } = parseCommand(text)
  switch (command) {
    case 'start':
      return say(id, 'Write /remind 10 tea, /list or /forget 1.')
    case 'remind': {
      const [, seconds, what] = /^(\d+)\s+([\s\S]+)$/.exec(rest) ?? []
      if (!what) {
        if (planted('unclear reminder')) return say(id, what.trim())
        if (planted('unclear reminder says nothing')) return
        return say(id, 'Write /remind 10 tea.')
      }
      if (what.length > 200) return say(id, 'That is too long.')
      if (planted('zero seconds') && Number(seconds) === 0) process.exit(1)
      const one = { id: nextId++, chat: id, text: what }
      reminders.set(one.id, one)
      setTimeout(ring, Math.min(Number(seconds), 86_400) * 1000, one)
      if (planted('confirms twice')) await say(id, `I will remind you of ${what}.`)
      return say(
        id,
        `I will remind you of ${what}.`,
        planted('no cancel') ? {} : inline([['Cancel it', `cancel:${one.id}`]]),
      )
    }
    case 'list': {
      const mine = listOf(id)
      if (planted('empty list') && !mine.length) return say(id, '')
      return say(
        id,
        mine.length ? mine.map(({ text }, i) => `${i + 1}. ${text}`).join('\n') : 'There are no reminders.',
      )
    }
    case 'forget': {
      const one = listOf(id)[Number(rest) - 1]
      if (!one && !planted('forget a wrong number')) return say(id, 'Which one? See /list.')
      reminders.delete(one.id)
      if (planted('forget says nothing')) return
      return say(id, `Forgot ${one.text}.`)
    }
    default:
      return say(id, 'See /start.')
  }
}

async function onPress({ message, data }) {
  const one = reminders.get(Number(data.split(':')[1]))
  if (!one && planted('cancel twice')) throw new Error('No such reminder')
  if (one) reminders.delete(one.id)
  if (planted('cancel hangs')) await new Promise(() => setInterval(() => {}, 1000))
  return say(message.chat.id, one ? 'Cancelled.' : 'That reminder is gone.')
}

await call('setMyCommands', {
  commands: ['start', 'remind', 'list', 'forget'].map((command) => ({ command, description: `Do ${command}` })),
})
await poll(({ message, callback_query }) => (message ? onMessage(message) : callback_query && onPress(callback_query)))
