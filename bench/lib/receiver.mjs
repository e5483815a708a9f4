// A webhook receiver, run as a child process, that reports the requests per second.

import { createServer } from 'node:http'

let expected = 0
let taken = 0
let startedAt = 0

const server = createServer((request, response) => {
  if (taken === 0) startedAt = performance.now()
  request.resume()
  request.on('end', () => {
    response.end()
    if (++taken === expected) process.send({ perSecond: ((taken - 1) / (performance.now() - startedAt)) * 1000 })
  })
})

process.on('message', (count) => {
  expected = count
  taken = 0
  process.send({ ready: true })
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
