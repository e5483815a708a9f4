// Answers with a text that looks right: its space is another.

import { answer, call } from './base.js'

await answer(({ chat }) => call('sendMessage', { chat_id: chat.id, text: 'Hello,\u00a0Alice' }))
