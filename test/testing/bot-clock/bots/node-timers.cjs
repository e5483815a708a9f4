// Uses every timer of Node once, in CommonJS, and prints when each ends. It sends each as a message.

const timers = require('node:timers')
const timersPromises = require('node:timers/promises')
const { fork } = require('node:child_process')
const { Worker, isMainThread, parentPort } = require('node:worker_threads')
const { promisify } = require('node:util')

const HOUR = 3_600_000

if (!isMainThread) setTimeout(() => parentPort.postMessage(Date.now()), 7 * HOUR)
else if (process.send) setTimeout(() => process.send(Date.now()), 8 * HOUR)
else main()

function main() {
  const call = async (operation, params) => {
    const response = await fetch(`${process.env.BOT_API_URL}/bot${process.env.BOT_TOKEN}/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(params),
    })
    return (await response.json()).result
  }

  async function startTimers(chat_id) {
    const start = Date.now()
    const elapsed = performance.now()
    const hrtime = process.hrtime.bigint()
    const say = (name) => () => {
      const hours = (ms) => Math.round(ms / 36_000) / 100
      const monotonic = hours(performance.now() - elapsed) === hours(Number(process.hrtime.bigint() - hrtime) / 1e6)
      return call('sendMessage', { chat_id, text: `${name} ${hours(Date.now() - start)} ${monotonic}` })
    }
    timers.setTimeout(say('node:timers'), HOUR)
    timersPromises.setTimeout(2 * HOUR).then(say('timers/promises'))
    timersPromises.scheduler.wait(3 * HOUR).then(say('scheduler.wait'))
    AbortSignal.timeout(4 * HOUR).addEventListener('abort', say('AbortSignal.timeout'))
    promisify(setTimeout)(5 * HOUR).then(say('promisify'))
    let ticks = 0
    const interval = setInterval(() => {
      if (++ticks < 6) return
      clearInterval(interval)
      say('setInterval')()
    }, HOUR)
    new Worker(__filename).once('message', say('worker'))
    fork(__filename).once('message', say('child process'))
    const cancelled = setTimeout(say('cancelled'), HOUR)
    clearTimeout(Number(cancelled))
    await call('sendMessage', { chat_id, text: 'set' })
  }

  async function poll(offset = 0) {
    const updates = await call('getUpdates', { offset, timeout: 30 })
    for (const { message } of updates) await startTimers(message.chat.id)
    return poll(updates.length ? updates.at(-1).update_id + 1 : offset)
  }
  poll()
}
