// A map that forgets what has not been used for long.

import { expect, it } from 'vitest'
import { createRecentMap } from '../../src/store/rows-at-hand.ts'

function filled(size: number, entries: number) {
  const map = createRecentMap<number, string>(size)
  for (let key = 1; key <= entries; key++) map.set(key, `value ${key}`)
  return map
}

const keysOf = (map: ReturnType<typeof filled>) => map.entries().map(([key]) => key)

it('keeps the entries last used, and fewer than twice as many as it has to', () => {
  expect(keysOf(filled(3, 2))).toEqual([1, 2])
  expect(keysOf(filled(3, 5))).toEqual([1, 2, 3, 4, 5])
  expect(keysOf(filled(3, 6))).toEqual([4, 5, 6])
  expect(keysOf(filled(3, 1000)).length).toBeLessThan(6)
})

it('keeps longer what is looked up', () => {
  const map = filled(3, 3)
  expect(map.get(1)).toBe('value 1')
  map.set(4, 'value 4')
  map.set(5, 'value 5')
  expect([1, 2, 3, 4, 5].map((key) => map.get(key))).toEqual(['value 1', undefined, undefined, 'value 4', 'value 5'])
})

it('has one value for a key, whatever it was before', () => {
  const map = filled(3, 3)
  map.set(1, 'other')
  expect(map.get(1)).toBe('other')
  expect(map.entries()).toEqual([
    [1, 'other'],
    [2, 'value 2'],
    [3, 'value 3'],
  ])
  map.delete(1)
  expect(map.get(1)).toBeUndefined()
  map.clear()
  expect(map.entries()).toEqual([])
})
