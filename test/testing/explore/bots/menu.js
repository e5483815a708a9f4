// A bot with a menu of inline buttons.

import { call, edit, inline, parseCommand, planted, poll, say } from './base.js'

const MAIN = [
  [
    ['Opening hours', 'hours'],
    ['Prices', 'prices'],
  ],
  [
    ['Settings', 'settings'],
    ['About', 'about'],
  ],
]
const SETTINGS = [
  [
    ['English', 'lang:en'],
    ['Deutsch', 'lang:de'],
  ],
  [['Back', 'main']],
]
const BACK = [[['Back', 'main']]]
const languages = new Map()

const PAGES = {
  main: () => ['What would you like to know?', MAIN],
  hours: () => ['We are open from 9:00 to 17:00.', BACK],
  prices: () => ['A visit costs 12 euros.', planted('dead end') ? [[['Back', 'nowhere']]] : BACK],
  settings: (id) => [`Your language is ${languages.get(id) ?? 'en'}.`, SETTINGS],
  about: () => [planted('text too long') ? 'x'.repeat(4097) : 'A bot with a menu.', BACK],
}

async function onMessage({ chat, text }) {
  const { command, rest } = parseCommand(text)
  if (chat.type !== 'private') return
  switch (command) {
    case 'start':
      if (rest && planted('payload')) JSON.parse(rest)
      return say(chat.id, ...pageOf('main', chat.id))
    case 'help':
      if (planted('empty text')) return say(chat.id, '')
      if (planted('help loses its answer') && languages.get(chat.id) === 'de') return
      if (planted('says it twice')) await say(chat.id, 'Send /menu to see the menu, /language to change the language.')
      return say(chat.id, 'Send /menu to see the menu, /language to change the language.')
    case 'menu':
      return say(chat.id, ...pageOf('main', chat.id))
    case 'language':
      if (!rest) return say(chat.id, 'Which language? Send /language en or /language de.')
      if (planted('unknown language')) languages.set(chat.id, { en: 'en', de: 'de' }[rest].trim())
      else if (!/^(en|de)$/.test(rest)) return say(chat.id, 'I know en and de.')
      else languages.set(chat.id, rest)
      return say(chat.id, 'Changed.')
    default:
      if (planted('any text')) text.toLowerCase().at(3000).trim()
      return say(chat.id, 'Send /menu to see the menu.')
  }
}

function pageOf(name, id) {
  const [text, rows] = PAGES[name](id)
  return [text, inline(...rows)]
}

async function onPress({ message, data, from }) {
  const id = message.chat.id
  if (data.startsWith('lang:')) {
    if (planted('hang on German') && data === 'lang:de') await new Promise(() => setInterval(() => {}, 1000))
    if (planted('unhandled rejection') && data === 'lang:de') void Promise.reject(new Error('no such language'))
    if (planted('exit on German') && data === 'lang:de') process.exit(0)
    languages.set(from.id, data.slice('lang:'.length))
    if (planted('settings lose their answer') && data === 'lang:de') return
    return edit(message, ...pageOf('settings', id))
  }
  if (planted('back is lost after prices') && data === 'main' && message.text.startsWith('A visit')) return
  if (planted('crash in hours') && data === 'hours') return PAGES.hour(id)
  if (planted('not modified') && data === 'main')
    return call('editMessageText', { chat_id: id, message_id: message.message_id, text: message.text })
  return edit(message, ...pageOf(data, id))
}

if (planted('unhandled rejection'))
  process.on('unhandledRejection', (error) => console.error('Unhandled rejection', error))

await call('setMyCommands', {
  commands: [
    { command: 'start', description: 'Begin' },
    { command: 'menu', description: 'Show the menu' },
    { command: 'language', description: 'Change the language' },
    { command: 'help', description: 'Explain' },
  ],
})
await poll(({ message, callback_query }) => (message ? onMessage(message) : callback_query && onPress(callback_query)))
