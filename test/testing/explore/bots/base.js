// Shared by the bots here: calls, a polling loop, a webhook server, and planted failures.

import { createServer } from 'node:http'

const ROOT = `${process.env.BOT_API_URL}/bot${process.env.BOT_TOKEN}`
const CALL_TRIES = 5

/** True if the failure with this name is planted: at most one is, and the bot is correct without any. */
export const planted = (name) => process.env.PLANTED === name

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Calls an operation, and waits as long as a 429 asks for. Throws the description of any other refusal. */
export async function call(operation, params = {}) {
  for (let tried = 1; ; tried++) {
    const response = await fetch(`${ROOT}/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(params),
    })
    const { ok, result, description, parameters } = await response.json()
    if (ok) return result
    if (response.status !== 429 || tried === CALL_TRIES || planted('ignores retry_after'))
      throw Object.assign(new Error(description), { status: response.status })
    await pause(parameters.retry_after * 1000)
  }
}

export const say = (chat_id, text, more = {}) => call('sendMessage', { chat_id, text, ...more })

export const inline = (...rows) => ({
  reply_markup: { inline_keyboard: rows.map((row) => row.map(([text, data]) => ({ text, callback_data: data }))) },
})

export const keys = (...rows) => ({ reply_markup: { keyboard: rows.map((row) => row.map((text) => ({ text }))) } })

/** Edits a message. It may be unchanged if a person presses a button twice, deleted, or too old. */
export async function edit({ chat, message_id }, text, more = {}) {
  try {
    await call('editMessageText', { chat_id: chat.id, message_id, text, ...more })
  } catch (error) {
    if (!/not modified|message to edit not found|message can't be edited/.test(error.message)) throw error
  }
}

/** Splits `/add milk` into its command and its argument. */
export function parseCommand(text = '') {
  const [, command, rest = ''] = /^\/(\w+)(?:@\w+)?\s*([\s\S]*)$/.exec(text) ?? []
  return { command, rest: rest.trim() }
}

/** Blocked by the person, or removed from the group: nothing to do. */
const isGone = ({ status }) => status === 403

async function handleOne(handle, update) {
  try {
    await handle(update)
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** Polls, and passes each new update to the handler, one after the other. */
export async function poll(handle, more = {}) {
  for (let offset = 0; ; ) {
    const updates = await call('getUpdates', { offset, timeout: 30, ...more }).catch(async (error) => {
      if (error.status !== undefined && error.status < 500) throw error
      await pause(100)
      return []
    })
    for (const update of updates) {
      if (update.update_id < offset) continue
      offset = update.update_id + 1
      await handleOne(handle, update)
    }
  }
}

export function serve(handle) {
  const server = createServer(async (request, response) => {
    const update = await new Response(request).json()
    response.end()
    await handleOne(handle, update)
  })
  server.listen(0, '127.0.0.1', () => call('setWebhook', { url: `http://127.0.0.1:${server.address().port}/hook` }))
}
