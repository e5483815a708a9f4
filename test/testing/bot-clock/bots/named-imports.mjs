// Imports timers by name in an ES module, and keeps time with a chain of short timers as node-cron does.

import { setTimeout as later } from 'node:timers'
import { setTimeout as pause, setInterval as ticks } from 'node:timers/promises'

const call = async (operation, params) => {
  const response = await fetch(`${process.env.BOT_API_URL}/bot${process.env.BOT_TOKEN}/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
    signal: AbortSignal.timeout(60_000),
  })
  return (await response.json()).result
}

/** Looks at the clock each minute, and runs a job at a time of the day in a time zone. */
function daily(time, timeZone, job) {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  const look = () => {
    if (format.format() === time) job(new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short' }).format())
    later(look, 60_000 - (Date.now() % 60_000))
  }
  look()
}

async function handle({ chat, text }) {
  const say = (words) => call('sendMessage', { chat_id: chat.id, text: words })
  if (text === '/daily') daily('09:00', 'Europe/Berlin', (day) => say(`Good morning ${day}`))
  if (text === '/pause') pause(1_800_000, 'session ended').then(say)
  if (text === '/ticks') {
    let count = 0
    for await (const _ of ticks(1000)) if (++count === 7200) break
    await say(`${count} ticks`)
    return
  }
  if (text === '/during') {
    fetch(process.env.SLOW_URL).then(() => say('slow answer'))
    later(() => say('an hour'), 3_600_000)
    const interval = setInterval(() => {
      clearInterval(interval)
      say('interval')
    }, 60_000)
  }
  if (text === '/silent') setInterval(() => {}, 3_600_000)
  if (text === '/spin') while (text);
  await say(`did ${text}`)
}

for (let offset = 0; ; ) {
  for (const { update_id, message } of await call('getUpdates', { offset, timeout: 30 })) {
    offset = update_id + 1
    handle(message)
  }
}
