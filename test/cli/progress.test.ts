// Long work shows on a terminal that it goes on, and nothing of it is left at the end.

import { expect, it, onTestFinished, vi } from 'vitest'
import { withProgress } from '../../src/cli/print/streams.ts'
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

const work = (ms: number) => async (report: (bytes: number) => void) => {
  report(2_500_000)
  await new Promise((resolve) => setTimeout(resolve, ms))
  return 'done'
}

it('shows the work, its progress and its time, and then clears the line', async () => {
  const written = onTerminal(true)
  expect(await withProgress('Importing a.world', work(900))).toBe('done')
  expect(written[0]).toBe('\r\u001b[2KImporting a.world: 2.5 MB, 1 s')
  expect(written.at(-1)).toBe('\r\u001b[2K')
})

it('shows nothing for short work and in a pipe', async () => {
  const written = onTerminal(true)
  await withProgress('Importing a.world', work(10))
  expect(written).toEqual([])
  const piped = onTerminal(false)
  await withProgress('Importing a.world', work(900))
  expect(piped).toEqual([])
})

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
