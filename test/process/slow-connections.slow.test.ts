// Connections that never get to the point neither slow the others down nor leave anything behind.

import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { emulatorProcess } from '../helpers/emulator.ts'

const CONNECTIONS = 500
const CALLS = 400

const HEAD = 'POST /botTOKEN/sendMessage HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

/** What each kind says at once, and what it adds again and again. */
const KINDS = [
  { said: '', more: '' },
  { said: 'GET /bot', more: 'x' },
  { said: HEAD, more: 'X-More: 1\r\n' },
  { said: `${HEAD}Content-Length: 100000\r\n\r\n{`, more: ' ' },
]

async function slowConnections(port: number): Promise<Socket[]> {
  const sockets = Array.from({ length: CONNECTIONS }, () => connect({ port, host: '127.0.0.1' }))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const kindOf = (place: number) => KINDS[place % KINDS.length]!
  for (const [place, socket] of sockets.entries()) socket.on('error', () => {}).write(kindOf(place).said)
  const dripping = setInterval(() => {
    for (const [place, socket] of sockets.entries()) if (!socket.destroyed) socket.write(kindOf(place).more)
  }, 100)
  onTestFinished(() => clearInterval(dripping))
  return sockets
}

const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

const residentMebibytes = (pid: number) =>
  Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

it(`${CONNECTIONS} slow connections leave getMe below 100 ms, and no trace once they are gone`, {
  timeout: 60_000,
}, async ({ skip }) => {
  if (!existsSync('/proc/self/fd')) return skip('open files are counted in /proc')
  const { url, bots, child } = await emulatorProcess(['--memory'])
  const pid = child.pid!
  const getMe = async () => {
    const startedAt = performance.now()
    const response = await fetch(`${url}/bot${bots[0]!.token}/getMe`)
    expect(await response.json()).toMatchObject({ ok: true })
    return performance.now() - startedAt
  }
  for (let call = 0; call < CALLS; call++) await getMe()
  const before = { files: openFiles(pid), mebibytes: residentMebibytes(pid) }

  const sockets = await slowConnections(Number(new URL(url).port))
  const times: number[] = []
  for (let call = 0; call < CALLS; call++) times.push(await getMe())
  expect(openFiles(pid)).toBeGreaterThanOrEqual(before.files + CONNECTIONS)
  expect(times.sort((a, b) => a - b)[Math.ceil(CALLS * 0.99) - 1]).toBeLessThan(100)

  for (const socket of sockets) socket.destroy()
  while (openFiles(pid) > before.files) await pause(20)
  await getMe()
  expect(residentMebibytes(pid)).toBeLessThan(before.mebibytes + 50)
})
