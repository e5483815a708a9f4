// Answers rightly from its second start on, which it counts in a file.

import { appendFileSync, readFileSync } from 'node:fs'
import { answer, call } from './base.js'

appendFileSync(process.env.STARTS, '.')
const starts = readFileSync(process.env.STARTS, 'utf8').length

await answer(({ chat }) => call('sendMessage', { chat_id: chat.id, text: starts > 1 ? 'Hello' : 'Oh' }))
