// A process that follows the clock but does not read its stream loses its lease.

import { EventEmitter } from 'node:events'
import type { Context } from 'koa'
import { expect, it } from 'vitest'
import { createFollowers } from '../../src/control/clock/followers.ts'
import type { Emulator } from '../../src/emulator.ts'
import { streamClock } from '../../src/http/clock-leases.ts'
import { createClock } from '../../src/lib/clock.ts'

it('the unread changes of the clock do not fill the memory', () => {
  const clock = createClock()
  const followers = createFollowers(clock)
  const res = Object.assign(new EventEmitter(), {
    writableLength: 0,
    writeHead: () => {},
    write(text: string) {
      res.writableLength += text.length
    },
    destroy: () => res.emit('close'),
    end: () => {},
  })
  streamClock(
    { res } as unknown as Context,
    { followers } as Emulator,
    { pid: '1', runtime: 'x' },
    new AbortController().signal,
  )
  expect(followers.count()).toBe(1)
  for (let n = 0; followers.count() && n < 100_000; n++) {
    clock.freeze()
    clock.resume()
  }
  expect(followers.count()).toBe(0)
  expect(res.writableLength).toBeLessThan(1_100_000)
})

it('a process that leaves as the emulator closes writes nothing to the streams of the others', () => {
  const followers = createFollowers(createClock())
  const closing = new AbortController()
  const streams = [1, 2].map((pid) => {
    const res = Object.assign(new EventEmitter(), {
      writableLength: 0,
      writableEnded: false,
      texts: [] as string[],
      writeHead: () => {},
      write(text: string) {
        if (res.writableEnded) throw new Error('write after end')
        res.texts.push(text)
      },
      end: () => {
        res.writableEnded = true
      },
    })
    streamClock(
      { res } as unknown as Context,
      { followers } as Emulator,
      { pid: String(pid), runtime: 'x' },
      closing.signal,
    )
    return res
  })
  expect(streams[0]!.texts.at(-1)).toMatch(/"joined":\{"pid":2\}/)
  closing.abort()
  for (const stream of streams) stream.emit('close')
  expect(followers.count()).toBe(0)
})
