// The child process of load.mjs. It uses plain sockets, which take little processor time.

import { connect } from 'node:net'

process.on('message', async ({ port, requests, connections, seconds }) => {
  const texts = requests.map((request) => Buffer.from(request))
  const latencies = []
  const endsAt = performance.now() + seconds * 1000
  let next = 0
  let refused
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, () => keepAsking(port, ask)))
  const elapsed = performance.now() - startedAt
  process.send({ perSecond: (latencies.length / elapsed) * 1000, latencies, refused })

  /** Returns the next request and the handler of its answer. Returns undefined after the time or after a refusal. */
  function ask() {
    if (refused || performance.now() >= endsAt) return undefined
    const askedAt = performance.now()
    const done = (answer) => {
      latencies.push(performance.now() - askedAt)
      if (!answer.startsWith('HTTP/1.1 200')) refused ??= answer
    }
    return { text: texts[next++ % texts.length], done }
  }
})

function keepAsking(port, ask) {
  return new Promise((resolve, reject) => {
    let asked
    let answer = ''
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const goOn = () => {
      asked = ask()
      if (asked) return socket.write(asked.text)
      socket.end()
      resolve()
    }
    socket.on('connect', goOn)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      answer += chunk.latin1Slice()
      if (!isWhole(answer)) return
      const whole = answer
      answer = ''
      asked.done(whole)
      goOn()
    })
  })
}

function isWhole(answer) {
  const headEnd = answer.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const length = /content-length: (\d+)/i.exec(answer)
  if (!length) throw new Error(`An answer without its length: ${answer}`)
  return answer.length >= headEnd + 4 + Number(length[1])
}
