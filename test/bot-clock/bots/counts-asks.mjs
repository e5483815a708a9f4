// Repeats each text, and follows the clock by itself, to write down each question whether it is idle.

import { appendFileSync } from 'node:fs'

const clock = new URL(process.env.BOT_EMULATOR_CLOCK)
const root = `${process.env.BOT_API_URL}/bot${process.env.BOT_TOKEN}`

async function post(url, body) {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}

async function follow() {
  const stream = await fetch(`${clock}/follow?pid=${process.pid}&runtime=Counter`)
  for await (const chunk of stream.body.pipeThrough(new TextDecoderStream())) {
    for (const [, json] of chunk.matchAll(/^data: (.*)$/gm)) {
      const { lease, ask } = JSON.parse(json)
      if (!ask) continue
      appendFileSync(process.env.ASKS, 'asked\n')
      void post(`${clock}/report`, { lease, ask, due_ms: null, timers: 0, polls: 0, held: 0 })
    }
  }
}

follow()
for (let offset = 0; ; ) {
  for (const { update_id, message } of (await post(`${root}/getUpdates`, { offset, timeout: 30 })).result) {
    offset = update_id + 1
    if (message) await post(`${root}/sendMessage`, { chat_id: message.chat.id, text: message.text })
  }
}
