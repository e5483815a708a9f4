// Reports are whole however a run ends, and nothing is left behind.

import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bot, start } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'
import { elementsIn } from './elements.ts'
import { START, said, scenario, suite } from './suite.ts'

const REPORTERS = ['junit', 'html', 'json', 'tap', 'github', 'human']

function reported(text: string, command: string, ...more: string[]) {
  const at = folder({ 'a.yaml': text })
  mkdirSync(`${at}/tmp`)
  const files = REPORTERS.flatMap((name) => ['--reporter', `${name}=${at}/${name}`])
  const run = start(['test', `${at}/a.yaml`, '--bot', command, ...files, ...more], { TMPDIR: `${at}/tmp` })
  const read = (name: string) => readFileSync(`${at}/${name}`, 'utf8')
  const left = () => readdirSync(`${at}/tmp`).filter((name) => name.startsWith('bot-emulator-'))
  return { run, read, left }
}

function expectWhole(read: (name: string) => string, why: string, statuses: string[]) {
  const { scenarios, stopped } = JSON.parse(read('json'))
  expect(scenarios.map(({ status }: { status: string }) => status)).toEqual(statuses)
  expect(stopped.message).toContain(why)
  const cases = elementsIn(read('junit')).filter(({ name }) => name === 'testcase')
  expect(cases).toHaveLength(statuses.length + 1)
  expect(read('junit')).toContain('<error message=')
  expect(read('html')).toMatch(/<\/html>\n$/)
  expect(read('html')).toContain(why)
  expect(read('tap')).toMatch(/\nBail out! .*\n$/)
  expect(read('github')).toMatch(/^::error title=The run::The run stopped early:%0A/m)
  expect(read('human')).toMatch(/\nThe run stopped early:\n[\s\S]*not played \([^)]*\)\n$/)
}

const hello = (name: string) => scenario(name, START, said('Hello, Alice'))

describe('reports are whole', () => {
  it('if a bot cannot start', async () => {
    const { run, read, left } = reported(suite(hello('one'), hello('two')), bot('crash-at-start'))
    const { code, stdout } = await run.ended
    expect(code).toBe(3)
    expect(stdout).toMatch(/\n0 passed, 2 not played \(time\)\n$/)
    expectWhole(read, 'Error: no configuration', ['unplayed', 'unplayed'])
    expect(left()).toEqual([])
  })

  it('if a world cannot be created', async () => {
    const worlds = suite(hello('one')).replace('greeter: {}', 'greeter: { owner: 999 }')
    const { run, read } = reported(worlds, bot('polite'))
    expect((await run.ended).code).toBe(2)
    expectWhole(read, 'world.bots.greeter: ', ['unplayed'])
  })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('of a run that is stopped by %s', async (signal, exit) => {
    const { run, read, left } = reported(
      suite(hello('one'), scenario('two', 'wait: 30s'), hello('three')),
      bot('polite'),
      '--restart',
      'scenario',
    )
    await run.until('stdout', '✓ one')
    run.child.kill(signal)
    const { code, stdout } = await run.ended
    expect(code).toBe(exit)
    expect(stdout).toMatch(/\n1 passed, 2 not played \(time\)\n$/)
    expectWhole(read, `The run was stopped by ${signal}.`, ['passed', 'unplayed', 'unplayed'])
    expect(left()).toEqual([])
  })
})

it('no report contains the token in the path of a call', async () => {
  const world = suite(hello('one')).replace('greeter: {}', 'greeter: { token: "4242:SECRET-of-the-bot" }')
  const { run, read } = reported(world, bot('tells-token'))
  const { code, stdout } = await run.ended
  expect(code).toBe(1)
  expect(stdout).toContain('/bot<token>/sendMessage')
  for (const text of [stdout, ...REPORTERS.map(read)]) expect(text).not.toContain('/bot4242:SECRET')
})
