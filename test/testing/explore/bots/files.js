// A bot that keeps files and sends them again.

import { call, inline, parseCommand, planted, poll, say } from './base.js'

const shelves = new Map()

function shelfOf(id) {
  if (!shelves.has(id)) shelves.set(id, [])
  return shelves.get(id)
}

const fileIn = ({ photo, document, audio, video }) => {
  if (photo) return { kind: 'photo', file_id: photo.at(-1).file_id }
  if (document) return { kind: 'document', file_id: document.file_id }
  if (audio) return { kind: 'audio', file_id: planted('audio by its name') ? audio.title.trim() : audio.file_id }
  return video && { kind: 'video', file_id: video.file_id }
}

async function onMessage(message) {
  const { chat, text, caption } = message
  const { id } = chat
  if (chat.type !== 'private') return
  const { command, rest } = parseCommand(text)
  const shelf = shelfOf(id)
  const file = fileIn(message)
  if (file) {
    if (planted('document crashes') && file.kind === 'document') message.document.thumb.file_id.trim()
    if (planted('photo without a caption') && file.kind === 'photo') caption.trim()
    if (planted('photo says nothing') && file.kind === 'photo') return
    shelf.push({ ...file, caption })
    return say(id, `Kept as number ${shelf.length}.`, inline([[`Show ${shelf.length}`, `show:${shelf.length}`]]))
  }
  switch (command) {
    case 'start':
      return say(id, 'Send me files. /list shows them, /get 1 sends one, /clear forgets them.')
    case 'list':
      if (planted('empty list') && !shelf.length) return say(id, '')
      if (planted('list hangs with two') && shelf.length >= 2) while (true);
      return say(id, shelf.length ? shelf.map(({ kind }, i) => `${i + 1}. ${kind}`).join('\n') : 'There are no files.')
    case 'get':
      return show(id, Number(rest))
    case 'clear':
      if (planted('clear twice') && shelf.length) await say(id, 'Forgotten.')
      shelf.length = 0
      if (planted('clear says nothing')) return
      return say(id, 'Forgotten.')
    default:
      return say(id, 'Send me a file, or /list.')
  }
}

async function show(id, number) {
  const file = shelfOf(id)[number - 1]
  if (!file && !planted('get without a number')) return say(id, 'There is no such file.')
  const { kind, file_id, caption } = file
  if (planted('old button crashes') && number < shelfOf(id).length) throw new Error('Stale file')
  const method = { photo: 'sendPhoto', document: 'sendDocument', audio: 'sendAudio', video: 'sendVideo' }[kind]
  if (planted('wrong kind')) return call('sendPhoto', { chat_id: id, photo: file_id })
  await call(method, { chat_id: id, [kind]: file_id, ...(caption && { caption }) })
}

await call('setMyCommands', {
  commands: ['start', 'list', 'get', 'clear'].map((command) => ({ command, description: `Do ${command}` })),
})
await poll(({ message, callback_query }) => {
  if (message) return onMessage(message)
  return callback_query && show(callback_query.message.chat.id, Number(callback_query.data.split(':')[1]))
})
