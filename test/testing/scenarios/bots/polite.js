// Answers with a greeting, whatever is said.

import { answer, call } from './base.js'

await answer(({ chat }) => call('sendMessage', { chat_id: chat.id, text: 'Hello, Alice' }))
