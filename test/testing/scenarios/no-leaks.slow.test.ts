// What one scenario does is nothing to the next: ids, lists, the bot's memory, and what is played again.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bot, cli } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'
import { START, said, scenario, suite } from './suite.ts'

const told = (stdout: string) => stdout.split('\n').filter((line) => /^[✓✗-] /.test(line))

describe('scenarios', () => {
  it('have the same ids and begin with empty lists after any other scenario', async () => {
    const text = `include: team.yaml
scenarios:
${['one', 'two', 'three']
  .map((name) =>
    scenario(
      name,
      'expectState: { view: /users/alice, with: { id: 100001 } }',
      'expectState: { view: /chats/team/members, with: { 0: { handle: alice }, 1: { handle: bob }, 2: { handle: greeter } } }',
      'expectState: { view: /chats/team, with: { id: -400001 } }',
      START,
      said('Hello, Alice'),
      'expectState: { view: "/calls?method=sendMessage", with: [{ method: sendMessage }] }',
    ),
  )
  .join('')}`
    const team = `world:
  users: { alice: {}, bob: {} }
  bots: { greeter: {} }
  groups: { team: { owner: alice, members: [bob, greeter] } }
`
    const other = suite(scenario('zero', 'expectState: { view: /users/alice, with: { id: 100001 } }'))
    const at = folder({ 'a.yaml': other, 'b.yaml': text, 'team.yaml': team })
    const { stdout } = await cli([
      'test',
      `${at}/a.yaml`,
      `${at}/b.yaml`,
      '--bot',
      'node test/testing/scenarios/bots/polite.js',
    ])
    expect(stdout).toBe('✓ zero (time)\n✓ one (time)\n✓ two (time)\n✓ three (time)\n\n4 passed (time)\n')
  })

  it('get new ids once the bot shows that it remembers people, and a note says so', async () => {
    const at = folder({
      'a.yaml': suite(...['one', 'two', 'three'].map((name) => scenario(name, START, said('Hello')))),
    })
    const run = (...more: string[]) => cli(['test', `${at}/a.yaml`, '--bot', bot('remembers'), ...more])
    const { code, stdout } = await run()
    expect(stdout).toBe(`✓ one (time)
✓ two (time) with new ids
✓ three (time)

The bot keeps state between scenarios: "two" passed only with new ids for its people, so the people of all later scenarios got new ids too. To restart the bot before each scenario instead, pass --restart scenario.

3 passed (time)
`)
    expect(code).toBe(0)
    expect((await run('--restart', 'scenario')).stdout).toBe(
      '✓ one (time)\n✓ two (time)\n✓ three (time)\n\n3 passed (time)\n',
    )
  })

  it('are played again with a restarted bot, and are reported as flaky', async () => {
    const text = suite(scenario('one', START, said('Hello')))
    const run = (...more: string[]) => {
      const at = folder({ 'a.yaml': text })
      return cli(['test', `${at}/a.yaml`, '--bot', bot('second-time-lucky'), '--retries', '1', ...more], {
        STARTS: `${at}/starts`,
      })
    }
    expect(told((await run('--restart', 'never')).stdout)).toEqual(['✗ one (time)'])
    const { code, stdout } = await run()
    expect(stdout).toBe('✓ one (time) flaky: passed on attempt 2\n\n1 passed, 1 flaky (time)\n')
    expect(code).toBe(0)
    expect((await run('--fail-on-flaky')).code).toBe(1)
    expect((await run('--reporter', 'tap')).stdout).toContain('  flaky: "flaky: passed on attempt 2"\n')
    expect((await run('--reporter', 'junit')).stdout).toContain('<system-out>flaky: passed on attempt 2</system-out>')
    expect((await run('--reporter', 'github')).stdout).toMatch(/^::warning file=.*title=one::flaky: passed/)
    expect(JSON.parse((await run('--reporter', 'json')).stdout)).toMatchObject({
      flaky: 1,
      scenarios: [{ flaky: true }],
    })
    const report = `${folder({})}/report.html`
    await run('--reporter', `html=${report}`)
    expect(readFileSync(report, 'utf8')).toContain('flaky: passed on attempt 2"')
  })
})
