// The one function that waits: when it looks, and how it ends.

import { describe, expect, it } from 'vitest'
import { createChanges, pause, waitUntil } from '../../src/lib/wait-until.ts'

describe('waitUntil', () => {
  it('looks at once, and not again before a change', async () => {
    const { wake, subscribe } = createChanges()
    let looks = 0
    let isSo = false
    const found = waitUntil(() => (++looks && isSo ? 'found' : undefined), { subscribe, withinMs: Infinity })
    await pause(50)
    expect(looks).toBe(1)
    isSo = true
    wake()
    expect(await found).toBe('found')
    expect(looks).toBe(2)
  })

  it('looks again at once if the requested time has just passed, without a warning of Node', async () => {
    const warnings: string[] = []
    const note = ({ name }: Error) => void warnings.push(name)
    process.on('warning', note)
    let looks = 0
    await waitUntil((again) => ++looks === 2 || again(-0.0001) || undefined, { withinMs: Infinity })
    await pause(20)
    process.off('warning', note)
    expect([looks, warnings]).toEqual([2, []])
  })

  it('looks once for the changes of one turn, and again for one that comes while it looks', async () => {
    const { wake, subscribe } = createChanges()
    let looks = 0
    const found = waitUntil(
      async () => {
        if (++looks === 2) wake()
        await pause(1)
        return looks === 3 || undefined
      },
      { subscribe, withinMs: Infinity },
    )
    await pause(20)
    for (let i = 0; i < 5; i++) wake()
    expect(await found).toBe(true)
    expect(looks).toBe(3)
  })

  it('looks a last time after the end of the time', async () => {
    let looks = 0
    expect(await waitUntil(() => (++looks > 1 ? 'late' : undefined), { withinMs: 5 })).toBe('late')
    expect(await waitUntil(() => undefined, { withinMs: 0 })).toBe(undefined)
  })

  it('looks again after the time that the look names', async () => {
    const { subscribe } = createChanges()
    let looks = 0
    const look = (again: (ms: number) => void) => (++looks === 4 ? looks : void again(1))
    expect(await waitUntil(look, { subscribe, withinMs: 30_000 })).toBe(4)
  })

  it('ends with the reason of its signal, and with what the look throws', async () => {
    const stop = new AbortController()
    const waiting = waitUntil(() => undefined, { withinMs: Infinity, signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await expect(waitUntil(() => true, { withinMs: 1, signal: stop.signal })).rejects.toThrow('enough')
    const look = () => {
      throw new Error('broken')
    }
    await expect(waitUntil(look, { withinMs: 1 })).rejects.toThrow('broken')
  })
})
