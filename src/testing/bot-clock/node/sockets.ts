// Finds sockets that wait for an answer, for example from a database.

import { Socket } from 'node:net'
import { overwrite } from './overwrite.ts'
import { real } from './real-functions.ts'

/** The longest real time for which a request without an answer counts as work. */
export const ANSWER_MS = 1000

/** Watches the sockets that this process connects, except sockets given to `ignore`, such as sockets of requests. */
export function watchSockets() {
  const ignored = new WeakSet<Socket>()
  let writes = 0
  /** When each socket last sent something, and how much it had received by then. */
  const lastSent = new Map<Socket, { atMs: number; bytesRead: number } | undefined>()
  const noteSending = (socket: Socket) => {
    const sent = { atMs: real.elapsedMs(), bytesRead: socket.bytesRead }
    lastSent.set(socket, sent)
    return sent
  }

  const { connect, write } = Socket.prototype
  function connectWatched(this: Socket, ...args: never[]) {
    const connecting = noteSending(this)
    this.once('connect', () => {
      if (lastSent.get(this) === connecting) lastSent.set(this, undefined)
    })
    this.once('close', () => lastSent.delete(this))
    return Reflect.apply(connect, this, args)
  }
  function writeWatched(this: Socket, ...args: never[]) {
    if (lastSent.has(this)) noteSending(this)
    if (!ignored.has(this)) writes++
    return Reflect.apply(write, this, args)
  }
  overwrite(Socket.prototype, { connect: connectWatched, write: writeWatched })

  return {
    ignore(socket: Socket) {
      ignored.add(socket)
      lastSent.delete(socket)
    },
    /** Returns the number of writes to sockets and pipes, without writes to the sockets given to `ignore`. */
    writes: () => writes,
    areAwaitingAnswers() {
      const sinceMs = real.elapsedMs() - ANSWER_MS
      return [...lastSent].some(([socket, sent]) => sent && sent.bytesRead === socket.bytesRead && sent.atMs > sinceMs)
    },
  }
}
