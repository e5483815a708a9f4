// Answer times in the reports of `test`, and the budget `within` of a step.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatSpan } from '../../../src/lib/time-text.ts'
import { cli, start } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'
import { SEND, said, scenario, suite } from './suite.ts'

const ECHO = (ms: number) => `node fixtures/bots/echo.js ${ms}`

const span = (ms: number) => formatSpan(ms / 1000)

const lineOf = (name: string) => new RegExp(`^✓ ${name} \\((.*)\\)$`, 'm')

describe('answer times', () => {
  it('are in every report, per scenario', async () => {
    const at = folder({
      'a.yaml': suite(
        scenario('once', SEND, said('hi')),
        scenario('twice', SEND, said('hi'), SEND.replace('hi', 'ho'), said('ho')),
        scenario('never', 'wait: 1ms'),
      ),
    })
    const files = ['json', 'html', 'tap', 'junit'].flatMap((name) => ['--reporter', `${name}=${at}/${name}`])
    const env = { CI: '1', NO_COLOR: '1', GITHUB_STEP_SUMMARY: `${at}/summary` }
    const run = start(['test', `${at}/a.yaml`, '--bot', ECHO(120), ...files], env)
    expect((await run.ended).code).toBe(0)
    const read = (name: string) => readFileSync(`${at}/${name}`, 'utf8')
    const [once, twice, never] = JSON.parse(read('json')).scenarios
    expect(once.answers).toEqual({
      count: 1,
      p50_ms: expect.any(Number),
      p95_ms: once.answers.p50_ms,
      max_ms: once.answers.p50_ms,
    })
    expect(once.answers.max_ms).toBeGreaterThanOrEqual(118)
    expect(twice.answers).toMatchObject({ count: 2 })
    expect(never).not.toHaveProperty('answers')
    const answerOnce = `answer in ${span(once.answers.max_ms)}`
    const answersTwice = `answers p50 ${span(twice.answers.p50_ms)}, p95 ${span(twice.answers.p95_ms)}`
    expect(lineOf('once').exec(run.stdout())?.[1]).toBe(`${span(once.duration_ms)}, ${answerOnce}`)
    expect(lineOf('twice').exec(run.stdout())?.[1]).toBe(`${span(twice.duration_ms)}, ${answersTwice}`)
    expect(lineOf('never').exec(run.stdout())?.[1]).toBe(span(never.duration_ms))
    expect(read('html')).toContain(`"${answerOnce}`)
    expect(read('html')).toContain(`"${answersTwice}`)
    expect(read('tap')).toContain(
      `  answer_p50_ms: ${twice.answers.p50_ms}\n  answer_p95_ms: ${twice.answers.p95_ms}\n`,
    )
    expect(read('summary')).toContain(` ms | ${answersTwice} |`)
  })
})

describe('within', () => {
  const late = (step: string) => suite(scenario('one', SEND, step))

  it.each([
    ['a call', 'expect: { call: sendMessage, with: { text: hi }, within: 100ms }'],
    ['a message', 'expectReply: { to: alice, text: hi, within: 100ms }'],
  ])('is shown as a budget for %s that came later', async (_, step) => {
    const at = folder({ 'a.yaml': late(step) })
    const run = await cli(['test', `${at}/a.yaml`, '--bot', ECHO(300), '--reporter', 'json'])
    const { failure } = JSON.parse(run.stdout).scenarios[0]
    const { within_ms, actual_ms } = failure.budget
    expect(within_ms).toBe(100)
    expect(actual_ms).toBeGreaterThanOrEqual(290)
    expect(failure.message).toBe(`Too late: the bot answered after ${span(actual_ms)}, and \`within\` allows 100 ms.`)
    expect(run.code).toBe(1)
  })

  it.each([
    [
      'another call comes',
      'expect: { call: sendMessage, with: { text: ho }, within: 100ms }',
      'No sendMessage matched',
    ],
    ['another message comes', 'expectReply: { to: alice, text: ho, within: 100ms }', 'No message matched'],
  ])('is not shown if %s', async (_, step, message) => {
    const at = folder({ 'a.yaml': late(step) })
    const run = await cli(['test', `${at}/a.yaml`, '--bot', ECHO(300), '--reporter', 'json'])
    const { failure } = JSON.parse(run.stdout).scenarios[0]
    expect(failure).not.toHaveProperty('budget')
    expect(failure.message).toBe(`${message} within 0.1 s.`)
  })

  it('passes a call in time', async () => {
    const at = folder({ 'a.yaml': late('expect: { call: sendMessage, with: { text: hi }, within: 30s }') })
    expect((await cli(['test', `${at}/a.yaml`, '--bot', ECHO(300)])).code).toBe(0)
  })
})
