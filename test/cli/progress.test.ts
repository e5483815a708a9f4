// A run shows on a terminal how far it is, and nothing of it is left at the end.

import { expect, it, onTestFinished, vi } from 'vitest'
import { createRunProgress } from '../../src/cli/test/reporters.ts'
import type { RunEvent } from '../../src/testing/scenarios/run/result.ts'

function onTerminal(isTTY: boolean): string[] {
  const before = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY')
  Object.defineProperty(process.stderr, 'isTTY', { configurable: true, value: isTTY })
  const written: string[] = []
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  onTestFinished(() => {
    spy.mockRestore()
    if (before) Object.defineProperty(process.stderr, 'isTTY', before)
    else Reflect.deleteProperty(process.stderr, 'isTTY')
  })
  return written
}

const HERE = { file: 'a.yaml', line: 1, column: 1 }
const playing = (name: string): RunEvent => ({ type: 'scenario', name, at: HERE })
const ended = (status: string) => ({ type: 'result', result: { status } }) as unknown as RunEvent

it('shows the finished and failed scenarios in one line, and then clears it', async () => {
  const written = onTerminal(true)
  const { clear, show } = await createRunProgress({ NO_COLOR: '1' })
  const end = { type: 'end' } as RunEvent
  const events = [{ type: 'begin', count: 2 } as const, playing('one\ntwo'), ended('passed'), ended('failed'), end]
  for (const event of events) {
    clear()
    show(event)
  }
  const erased = '\r\u001b[2K'
  expect(written.join('')).toBe(`0/2 ${erased}0/2 one⏎two${erased}1/2 one⏎two${erased}2/2, 1 failed one⏎two${erased}`)
})

it.each([
  ['in a pipe', false, {}],
  ['where no person watches', true, { CI: '1' }],
])('shows nothing of scenarios %s', async (_where, isTTY, env) => {
  const written = onTerminal(isTTY)
  const { clear, show } = await createRunProgress(env)
  for (const event of [playing('one'), ended('passed')]) {
    clear()
    show(event)
  }
  expect(written).toEqual([])
})
