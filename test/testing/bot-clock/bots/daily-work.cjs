// Works before each message: a file, a hash, compression and a query. A thread sends a message each day too.

const { randomBytes, scrypt } = require('node:crypto')
const { once } = require('node:events')
const { readFile } = require('node:fs/promises')
const { Socket } = require('node:net')
const { promisify } = require('node:util')
const { Worker, isMainThread, parentPort } = require('node:worker_threads')
const { gzip } = require('node:zlib')

const DAY = 86_400_000
const database = isMainThread && new Socket().connect(Number(process.env.DATABASE_PORT), '127.0.0.1')

const work = {
  file: () => readFile(__filename),
  hash: () => promisify(scrypt)('password', 'salt', 32),
  random: () => promisify(randomBytes)(100_000),
  compression: () => promisify(gzip)(Buffer.alloc(1_000_000)),
  query() {
    database.write('select')
    return once(database, 'data')
  },
}

if (isMainThread) main()
else {
  setInterval(() => parentPort.postMessage('done'), DAY)
  parentPort.postMessage('ready')
}

async function call(operation, params) {
  const headers = { 'content-type': 'application/json' }
  const url = `${process.env.BOT_API_URL}/bot${process.env.BOT_TOKEN}/${operation}`
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(params) })
  return (await response.json()).result
}

async function start({ text, chat }) {
  const say = (text) => call('sendMessage', { chat_id: chat.id, text })
  if (text === 'thread') {
    const worker = new Worker(__filename)
    let days = 0
    await once(worker, 'message')
    worker.on('message', () => say(`day ${++days}`))
    return say('set')
  }
  await say('set')
  for (let day = 1; ; day++) {
    await new Promise((resolve) => setTimeout(resolve, DAY))
    await work[text]()
    await say(`day ${day}`)
  }
}

async function main() {
  for (let offset = 0; ; ) {
    for (const { update_id, message } of await call('getUpdates', { offset, timeout: 30 })) {
      offset = update_id + 1
      start(message)
    }
  }
}
