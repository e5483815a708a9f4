// A bot that ends or falls silent fails the scenario that it did so in, and no other.

import { describe, expect, it, onTestFinished } from 'vitest'
import { startTargetEmulator } from '../../../src/cli/running/target-emulator.ts'
import { loadStepCatalogue } from '../../../src/cli/test/load-step-catalogue.ts'
import { readScenarioFile } from '../../../src/testing/scenarios/read/read-file.ts'
import { openFixture } from '../../../src/testing/scenarios/run/fixture.ts'
import { createLane } from '../../../src/testing/scenarios/run/lane.ts'
import type { RunTrouble } from '../../../src/testing/scenarios/run/result.ts'
import { bot, cli } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'
import { SEND, START, said, scenario, suite } from './suite.ts'

const play = (text: string, name: string, ...more: string[]) =>
  cli(['test', `${folder({ 'a.yaml': text })}/a.yaml`, '--bot', bot(name), ...more])

const told = (stdout: string) => stdout.split('\n').filter((line) => /^[✓✗-] /.test(line))

describe('a bot that', () => {
  it('ends after each answer fails each scenario, with its last error first', async () => {
    const hello = (name: string) => scenario(name, START, said('Hello, Alice'))
    const { code, stdout } = await play(suite(hello('one'), hello('two'), hello('three')), 'exit-after-reply')
    expect(told(stdout)).toEqual(['✗ one (time)', '✗ two (time)', '✗ three (time)'])
    expect(stdout.split('\n')[3]).toBe('    RangeError: no more messages. The bot ended with code 3.')
    expect(code).toBe(1)
  })

  it('ends after its answer passes if the scenario has mayStop', async () => {
    const text = suite(
      scenario('one', START, said('Hello, Alice')).replace('    steps', '    bot: { mayStop: true }\n    steps'),
    )
    const { code, stdout } = await play(text, 'exit-after-reply')
    expect(stdout).toBe('✓ one (time)\n\n1 passed (time)\n')
    expect(code).toBe(0)
  })

  it('ends because of an earlier scenario fails the scenario in which it ends, with the cause', async () => {
    const text = suite(
      scenario('arms the bot', START, said('Hello, Alice')),
      scenario('is innocent', SEND, said('Hello, Alice')),
    )
    const { code, stdout } = await play(text, 'crash-at-next-message')
    expect(told(stdout)).toEqual(['✓ arms the bot (time)', '✗ is innocent (time)'])
    expect(stdout.split('\n').slice(4, 6)).toEqual([
      '    Error: armed by /start. The bot ended with code 1.',
      '    The scenario passes with a bot that was just started: the bot keeps state from earlier scenarios. Pass --restart scenario to restart the bot before each scenario.',
    ])
    expect(code).toBe(1)
  })

  it('ends between two scenarios fails the run', async () => {
    const emulator = await startTargetEmulator()
    onTestFinished(() => emulator.close())
    const settings = { command: bot('crash-at-next-message'), tokenName: 'BOT_TOKEN', urlName: 'BOT_API_URL' }
    const fixture = await openFixture(emulator, { ...settings, startup: 30 })
    onTestFinished(() => fixture.close())
    const troubles: RunTrouble[] = []
    const lane = createLane(fixture, {
      play: { timeout: 60, defaultWaitSeconds: 5, pictures: false, strict: false },
      retries: 0,
      restart: 'failure',
      onPlayed() {},
      onTrouble: (trouble) => troubles.push(trouble),
      onNote() {},
    })
    const text = suite(scenario('one', START, said('Hello, Alice')), scenario('two', START, said('Hello, Alice')))
    const { scenarios } = readScenarioFile(`${folder({ 'a.yaml': text })}/a.yaml`, loadStepCatalogue())
    const one = await lane.play(scenarios[0]!)
    await emulator.client.perform('send', { as: 'alice', to: 'greeter', text: 'hi' })
    await fixture.botUnderTest.process()!.ended
    const two = await lane.play(scenarios[1]!)
    expect([one, two].map(({ name, status }) => `${name} ${status}`)).toEqual(['one passed', 'two passed'])
    expect(troubles).toEqual([
      {
        message: 'Error: armed by /start. The bot ended with code 1.',
        details: ['The bot ended after the last step of "one".'],
      },
    ])
  })

  it('ends after the last step fails the run', async () => {
    const { code, stdout } = await play(suite(scenario('sets a timer', START, said('Hello, Alice'))), 'crash-later')
    expect(stdout).toBe(`✓ sets a timer (time)

After the last step:
Error: the timer of /start. The bot ended with code 1.
The bot ended after the last step of "sets a timer".

1 passed, failed after the last step (time)
`)
    expect(code).toBe(1)
  })

  it('hangs after its answer fails', async () => {
    const text = suite(scenario('one', START, said('Hello, Alice')), scenario('two', START, said('Hello, Alice')))
    const { code, stdout } = await play(text, 'hang-after-reply', '--patience', '200ms')
    expect(told(stdout)).toEqual(['✗ one (time)', '✗ two (time)'])
    expect(stdout.split('\n')[3]).toBe('    Greeter has not asked for updates since it received update 1.')
    expect(code).toBe(1)
  })
})
