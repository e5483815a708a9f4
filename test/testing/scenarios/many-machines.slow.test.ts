// Scenarios spread over machines and lanes, and their reports put together.

import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bot, cli } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'
import { START, said, scenario, suite } from './suite.ts'

const told = (stdout: string) => stdout.split('\n').filter((line) => /^[✓✗-] /.test(line))
const names = (stdout: string) => told(stdout).map((line) => line.split(' ')[1])

const NAMES = ['one', 'two', 'three', 'four', 'five']
const FILE = suite(...NAMES.map((name) => scenario(name, START, said('Hello, Alice'))))
const BOT = ['--bot', bot('polite')]

describe('shards', () => {
  it('have equally many scenarios, also from one file', async () => {
    const file = `${folder({ 'a.yaml': FILE })}/a.yaml`
    const shard = async (which: string) => names((await cli(['test', file, ...BOT, '--shard', which])).stdout)
    expect(await shard('1/3')).toEqual(['one', 'two'])
    expect(await shard('2/3')).toEqual(['three', 'four'])
    expect(await shard('3/3')).toEqual(['five'])
  })

  it('take equally long according to the report of an earlier run', async () => {
    const at = folder({ 'a.yaml': FILE })
    const first = await cli(['test', `${at}/a.yaml`, ...BOT, '--reporter', `json=${at}/report.json`])
    expect(first.code).toBe(0)
    const report = JSON.parse(readFileSync(`${at}/report.json`, 'utf8'))
    for (const [i, each] of report.scenarios.entries())
      Object.assign(each, { set_ms: 0, duration_ms: [100, 100, 900, 300, 100][i] })
    const shards = folder({ 'a.yaml': FILE, 'report.json': JSON.stringify(report) })
    // The places are of the same file, which lies elsewhere.
    const text = JSON.stringify(report).replaceAll(at, shards)
    const by = `${folder({ 'by.json': text })}/by.json`
    const shard = async (which: string) =>
      names((await cli(['test', `${shards}/a.yaml`, ...BOT, '--shard', which, '--durations', by])).stdout)
    expect(await shard('1/2')).toEqual(['three'])
    expect(await shard('2/2')).toEqual(['one', 'two', 'four', 'five'])
  })

  it('are merged into one report', async () => {
    const at = folder({ 'a.yaml': FILE.replace('Hello, Alice', 'Hello, Bob') })
    for (const n of [1, 2]) {
      await cli(['test', `${at}/a.yaml`, ...BOT, '--shard', `${n}/2`, '--reporter', `json=${at}/${n}.json`])
    }
    // The report shows the step as it was when it failed.
    writeFileSync(`${at}/a.yaml`, FILE)
    const into = ['html', 'junit', 'json'].flatMap((name) => ['--reporter', `${name}=${at}/all.${name}`])
    const { code, stdout } = await cli(['report', 'merge', `${at}/1.json`, `${at}/2.json`, ...into])
    expect(names(stdout)).toEqual(NAMES)
    expect(stdout).toMatch(/\n1 failed, 4 passed \(time\)\n$/)
    expect(code).toBe(1)
    const all = JSON.parse(readFileSync(`${at}/all.json`, 'utf8'))
    expect(
      all.scenarios.map(({ name, status, flaky, duration_ms }: Record<string, unknown>) => [
        name,
        status,
        flaky,
        typeof duration_ms,
      ]),
    ).toEqual(NAMES.map((name, i) => [name, i ? 'passed' : 'failed', false, 'number']))
    expect(all.coverage.operations).toContainEqual({ name: 'sendMessage', count: 5 })
    expect(readFileSync(`${at}/all.junit`, 'utf8')).toContain('tests="5" failures="1"')
    const html = readFileSync(`${at}/all.html`, 'utf8')
    expect(html).toContain('Hello, Bob')
    expect(html).toMatch(/<\/html>\n$/)
  })

  it('keep what the faults found', async () => {
    const at = folder({ 'a.yaml': suite(scenario('one', START, said('Hello, Alice'))) })
    const flags = ['--faults', '429', '--out', `${at}/faults`, '--reporter', `json=${at}/1.json`]
    expect((await cli(['test', `${at}/a.yaml`, ...BOT, ...flags])).code).toBe(1)
    const { code, stdout } = await cli(['report', 'merge', `${at}/1.json`, `${at}/1.json`])
    expect(stdout).toMatch(/\nHeld of tried {2}429\none +0\/1\none +0\/1\n/)
    expect(stdout.match(/^429: .*$/gm)).toEqual(
      Array(2).fill("429: the bot didn't repeat the call, so no 'Hello, Alice'"),
    )
    expect(code).toBe(1)
  })

  it('fail together if one of them was stopped', async () => {
    const at = folder({ 'a.yaml': suite(scenario('one', START)) })
    await cli(['test', `${at}/a.yaml`, '--bot', bot('crash-at-start'), '--reporter', `json=${at}/1.json`])
    const { code, stdout } = await cli(['report', 'merge', `${at}/1.json`])
    expect(stdout).toMatch(/\n0 passed, 1 not played \(time\)\n$/)
    expect(code).toBe(1)
  })

  it.each(['scenarios:\n  - name: a\n', '{}', '{"scenarios": []}', '{"scenarios": [{"name": 5}]}'])(
    'are not merged from another file: %j',
    async (text) => {
      const at = folder({ 'a.json': text })
      expect(await cli(['report', 'merge', `${at}/a.json`])).toEqual({
        code: 2,
        stdout: '',
        stderr: `${at}/a.json is not a report of a test run. Write a report with --reporter json=report.json.\n`,
      })
    },
  )
})

describe('lanes', () => {
  it('have a number and a free port each', async () => {
    const steps = ['wait: 300ms', 'run: "echo $$BOT_EMULATOR_LANE $$PORT >> $$LANES"']
    const at = folder({ 'a.yaml': suite(...NAMES.slice(0, 3).map((name) => scenario(name, ...steps))) })
    const { code } = await cli(['test', `${at}/a.yaml`, ...BOT, '--parallel', '3'], { LANES: `${at}/lanes` })
    expect(code).toBe(0)
    const lanes = readFileSync(`${at}/lanes`, 'utf8').trim().split('\n')
    expect(lanes.map((line) => line.split(' ')[0]).sort()).toEqual(['1', '2', '3'])
    const ports = lanes.map((line) => Number(line.split(' ')[1]))
    expect(new Set(ports).size).toBe(3)
    expect(ports.every((port) => port > 1023)).toBe(true)
  })
})
