// A bot that ends or falls silent fails the scenario that it did so in, and no other.

import { describe, expect, it } from 'vitest'
import { bot, cli } from './cli.ts'
import { folder } from './folder.ts'
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

  it('ends because of a timer fails the scenario that set the timer, not the next one', async () => {
    const text = suite(
      scenario('sets a timer', START, said('Hello, Alice')),
      scenario('is innocent', SEND, said('Hello, Alice'), 'wait: 300ms', SEND, said('Hello, Alice')),
    )
    const { code, stdout } = await play(text, 'crash-later')
    expect(told(stdout)).toEqual(['✓ sets a timer (time)', '✗ sets a timer (time)', '✓ is innocent (time)'])
    expect(stdout.split('\n').slice(3, 6)).toEqual([
      '      after the last step',
      '    Error: the timer of /start. The bot ended with code 1.',
      '    The bot ended while "is innocent" was played. That scenario alone does not end the bot.',
    ])
    expect(code).toBe(1)
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
    expect(stdout.split('\n')[3]).toBe('    The bot has not asked for updates since it received update 1.')
    expect(code).toBe(1)
  })
})
