// When those who only look on hear of a delivery.

import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createUntold } from '../../src/delivery/untold.ts'
import type { Happening } from '../../src/world/happening.ts'

const made = (delivery: number): Happening => ({ type: 'delivery', bot: 1, delivery })

function listening() {
  const heard: Happening[] = []
  return { heard, untold: createUntold((happening) => void heard.push(happening)) }
}

test('a delivery is told of after the turn in which the next one is sent, and once', async () => {
  const { heard, untold } = listening()
  untold.add(made(1))
  await turn()
  expect(heard).toEqual([])
  untold.add(made(2))
  await turn()
  expect(heard).toEqual([made(1), made(2)])
  untold.add(made(3))
  await turn()
  await turn()
  expect(heard).toEqual([made(1), made(2), made(3)])
})

test('what was not told of by the end is told at once, and not again', async () => {
  const { heard, untold } = listening()
  untold.add(made(1))
  untold.tellAll()
  expect(heard).toEqual([made(1)])
  await turn()
  await turn()
  expect(heard).toEqual([made(1)])
})

test('of a world that is gone nothing is told', async () => {
  const { heard, untold } = listening()
  untold.add(made(1))
  untold.forget()
  await turn()
  await turn()
  expect(heard).toEqual([])
})
