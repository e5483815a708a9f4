// An echo bot without a library. The environment variable MISTAKES plants mistakes in it.

import { makes, pause } from './careful.js'

const { BOT_API_URL, BOT_TOKEN } = process.env

async function call(operation, params, isRepeated = false) {
  const answer = await fetch(`${BOT_API_URL}/bot${BOT_TOKEN}/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
    ...(makes('is impatient') && operation === 'sendMessage' && { signal: AbortSignal.timeout(1000) }),
  })
    .then((response) => response.json())
    .catch((error) => ({ ok: false, description: error.message }))
  const { error_code, description, parameters } = answer
  if (error_code === undefined && !answer.ok && (makes('repeats') || makes('is impatient')) && !isRepeated)
    return call(operation, params, true)
  if (error_code === 500 && makes('dies')) throw new Error(description)
  if (error_code === 429 && !makes('gives up')) {
    await pause(parameters.retry_after * 1000)
    return call(operation, params)
  }
  if (error_code === 500) return call(operation, params)
  return answer
}

const handle = ({ message }) =>
  message?.text && call('sendMessage', { chat_id: message.chat.id, text: `You said: ${message.text}` })

for (let offset = 0; ; ) {
  const { ok, result = [], error_code } = await call('getUpdates', { offset, timeout: 30 })
  if (error_code === 409 && makes('is deaf')) await pause(1e9)
  if (!ok) {
    await pause(200)
    if (makes('starts over')) offset = 0
  }
  for (const update of result) {
    if (makes('confirms first')) await call('getUpdates', { offset: update.update_id + 1, limit: 1 })
    await handle(update)
    offset = update.update_id + 1
  }
}
