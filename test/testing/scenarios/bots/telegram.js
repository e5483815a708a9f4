// Written for Telegram: it calls what the service does not have, and passes parameters that the service ignores.

import { answer, call } from './base.js'

await answer(async ({ chat }) => {
  const shown = await call('sendChatAction', { chat_id: chat.id, action: 'typing' }).then(
    () => true,
    () => false,
  )
  if (shown) await call('sendMessage', { chat_id: chat.id, text: 'Hello, Alice', parse_mode: 'HTML' })
})
