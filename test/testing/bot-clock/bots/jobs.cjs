// Starts a thread or a process for each job, as bree and other schedulers do. Each job sends its own time.

const { exec, fork } = require('node:child_process')
const cluster = require('node:cluster')
const { once } = require('node:events')
const { Worker, parentPort, workerData } = require('node:worker_threads')

const MINUTE = 60_000
const { BOT_API_URL, BOT_TOKEN, JOB } = process.env
const SOURCE = `require(${JSON.stringify(__filename)})`
const job = JOB ? JSON.parse(JOB) : workerData
const time = () => new Date().toISOString()

if (job?.isHelper) help(parentPort ?? process)
else if (job?.spins) while (true);
else if (job) say(job.chat, `${job.name} ${time()}`).then(() => parentPort?.postMessage('done'))
else if (cluster.isWorker)
  process.on('message', ({ chat, name }) => say(chat, `${name} ${time()}`).then(() => process.exit()))
else main()

async function call(operation, params) {
  const headers = { 'content-type': 'application/json' }
  const url = `${BOT_API_URL}/bot${BOT_TOKEN}/${operation}`
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(params) })
  return (await response.json()).result
}

function say(chat_id, text) {
  return call('sendMessage', { chat_id, text })
}

/** Answers each message of the main thread or process with a time, a little later. */
function help(asker) {
  const answer = asker.postMessage ?? asker.send
  asker.on('message', () => setImmediate(() => answer.call(asker, time())))
}

function start(kind, job) {
  if (kind === 'messages') return ask(job, new Worker(__filename, { workerData: { isHelper: true } }))
  if (kind === 'ipc') {
    const helper = fork(__filename, { env: { ...process.env, JOB: JSON.stringify({ isHelper: true }) } })
    return ask(job, helper)
  }
  if (kind === 'thread' || kind === 'eval') {
    const isEval = kind === 'eval'
    const worker = new Worker(isEval ? SOURCE : __filename, { eval: isEval, workerData: job })
    worker.once('message', () => worker.terminate())
  }
  if (kind === 'cluster') {
    const worker = cluster.fork()
    worker.once('online', () => worker.send(job))
  }
  const env = { ...process.env, JOB: JSON.stringify(job) }
  if (kind === 'process') fork(__filename, { env })
  if (kind === 'shell') exec(`"${process.execPath}" "${__filename}"; true`, { env })
}

/** Asks a new thread or process several times, so that messages cross between two that are idle otherwise. */
async function ask({ chat, name }, helper) {
  const send = helper.postMessage ?? helper.send
  let answer
  for (let round = 0; round < 5; round++) {
    send.call(helper, 'time')
    answer = (await once(helper, 'message'))[0]
  }
  await (helper.terminate ?? helper.kill).call(helper)
  return say(chat, `${name} ${answer}`)
}

function set(kind, chat) {
  if (kind.startsWith('spin ')) return start(kind.slice('spin '.length), { spins: true })
  const later = (name, minutes) => setTimeout(() => start(kind, { chat, name }), minutes * MINUTE)
  later('two days', 48 * 60)
  later('session', 30)
  later('a day', 24 * 60)
  return say(chat, 'set')
}

async function main() {
  for (let offset = 0; ; ) {
    for (const { update_id, message } of await call('getUpdates', { offset, timeout: 30 })) {
      offset = update_id + 1
      set(message.text, message.chat.id)
    }
  }
}
