// The stream of events as it is written, and what fills it.

import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import { until } from '../../helpers/until.ts'
import type { stage } from './doors.ts'

/** A connection by hand: what arrives is read only when asked for. */
export async function rawStream(url: string, headers: string[] = []) {
  const { port, host } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.write(['GET /_emulator/events?type=message HTTP/1.1', `Host: ${host}`, ...headers, '', ''].join('\r\n'))
  await until(() => text.includes(':\n\n'))
  return { socket, text: () => text }
}

export const send = (here: Awaited<ReturnType<typeof stage>>, text: string) =>
  here.emulator.perform('send', { as: 'alice', to: 'greeter', text })
