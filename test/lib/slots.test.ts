// Work that waits for free slots.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createSlots } from '../../src/lib/slots.ts'

it('runs as much work as there are slots, in arrival order', async () => {
  const run = createSlots(2)
  const running = new Map<string, () => void>()
  const begin = (name: string, slots?: number) =>
    run(() => new Promise<void>((resolve) => running.set(name, resolve)), slots).then(() => running.delete(name))
  const works = [begin('a'), begin('large', 2), begin('b'), begin('c'), begin('d')]
  const end = async (name: string) => {
    await nextTurn()
    running.get(name)?.()
    await nextTurn()
    return [...running.keys()]
  }
  await nextTurn()
  expect([...running.keys()]).toEqual(['a'])
  expect(await end('a')).toEqual(['large'])
  expect(await end('large')).toEqual(['b', 'c'])
  expect(await end('b')).toEqual(['c', 'd'])
  await end('c')
  await end('d')
  await Promise.all(works)
})

it('work that fails gives its slots back', async () => {
  const run = createSlots(1)
  await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await run(async () => 'yes')).toBe('yes')
})
