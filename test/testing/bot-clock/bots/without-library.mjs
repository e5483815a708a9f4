// A bot without a library: it waits in a loop, reminds after an hour, and counts seconds.

const { BOT_API_URL, BOT_TOKEN, POLL_PAUSE_MS, TICKS } = process.env

async function call(operation, params) {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(params) }
  const answer = await fetch(`${BOT_API_URL}/bot${BOT_TOKEN}/${operation}`, init)
  return (await answer.json()).result
}

const waits = {
  '/date': () => Date.now(),
  '/performance': () => performance.now(),
}

async function handle({ chat, text }) {
  const say = (text) => call('sendMessage', { chat_id: chat.id, text })
  const now = waits[text]
  if (now) for (const end = now() + 100; now() < end; );
  if (text === '/remind') setTimeout(say, 3_600_000, 'It is time')
  await say(`did ${text}`)
}

let offset = 0
if (TICKS) setInterval(() => {}, 1000)

async function poll() {
  for (const { update_id, message } of await call('getUpdates', { offset, timeout: POLL_PAUSE_MS ? 0 : 30 })) {
    offset = update_id + 1
    await handle(message)
  }
  setTimeout(poll, Number(POLL_PAUSE_MS ?? 0))
}
poll()
