// An echo bot with a webhook, without a library.

import { createServer } from 'node:http'
import { careful, makes, root, token } from './careful.js'

async function call(operation, params) {
  const response = await fetch(`${root}/bot${token}/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
  })
  const answer = await response.json()
  if (!answer.ok) throw Object.assign(new Error(answer.description), answer)
}

const statusOf = ({ error_code: status, parameters }) => ({ status, retryAfter: parameters?.retry_after })
const seen = new Set()

createServer(async (request, response) => {
  const { update_id, message } = JSON.parse((await request.toArray()).join(''))
  const text = `You said: ${message?.text}`
  if (makes('confirms first')) response.end()
  if (!seen.has(update_id) || makes('handles twice'))
    await careful(() => call('sendMessage', { chat_id: message.chat.id, text }), statusOf)
  seen.add(update_id)
  response.end()
}).listen(process.env.PORT, () => call('setWebhook', { url: 'https://bot.example.org/' }))
