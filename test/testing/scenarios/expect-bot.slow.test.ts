// The step expectBot, the option settles, and expect with times: 0.

import { describe, expect, it } from 'vitest'
import { bot, cli } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'
import { SEND, START, scenario, suite } from './suite.ts'

const GREETER = 'node fixtures/bots/greeter.js'

const play = (text: string, command = GREETER) =>
  cli(['test', `${folder({ 'a.yaml': text })}/a.yaml`, '--bot', command, '--no-advice'])

async function failure(command: string, ...steps: string[]) {
  const { code, stdout } = await play(suite(scenario('one', ...steps)), command)
  expect(code, stdout).toBe(1)
  return stdout
}

describe.concurrent('expectBot', () => {
  it('passes if the bot answers, and fails if it does not', async () => {
    expect(await play(suite(scenario('one', START, 'expectBot: { answers: true }')))).toMatchObject({ code: 0 })
    const stdout = await failure(GREETER, START, 'expectBot: { answers: true }', SEND, 'expectBot: { answers: true }')
    expect(stdout).toContain('No answer to send, and the bot is idle.')
    expect(stdout).toContain('Greeter got message and made no call.')
  })

  it('passes if the bot stops calling, and fails if it does not', async () => {
    expect(await play(suite(scenario('one', START, 'expectBot: { quiet: 300ms }')))).toMatchObject({ code: 0 })
    expect(await failure(bot('double'), START, 'expectBot: { quiet: 900ms, within: 500ms }')).toMatch(
      /The bot made \d calls since the last action, and did not stop within 0.5 s\./,
    )
  })

  it('fails if the bot writes the text', async () => {
    const noisy = `node -e "console.log('TypeError: a')" && ${GREETER}`
    const check = (pattern: string) => suite(scenario('one', START, `expectBot: { withoutOutput: "${pattern}" }`))
    expect(await play(check('TypeError'), noisy)).toMatchObject({ code: 1 })
    expect(await play(check('/^TypeErr/'), noisy)).toMatchObject({ code: 1 })
    expect(await play(check('/^Type$/'), noisy)).toMatchObject({ code: 0 })
  })

  it('takes one expectation', async () => {
    const { code, stderr } = await play(suite(scenario('one', START, 'expectBot: { answers: true, quiet: 1s }')))
    expect(code).toBe(2)
    expect(stderr).toContain('expected one of answers, quiet, withoutOutput')
  })
})

it.concurrent('expect with times: 0 fails if such a call comes', async () => {
  const never = (text: string) => `expect: { call: sendMessage, with: { text: ${text} }, times: 0 }`
  expect(await play(suite(scenario('one', START, never('Bye'))))).toMatchObject({ code: 0 })
  expect(await failure(GREETER, START, never('/Hello/'))).toContain('More than 0 calls matched.')
})

it.concurrent('settles: each action waits until the bot is idle', async () => {
  const settling = suite(scenario('one', START, 'expectBot: { quiet: 1ms }')).replace(
    'steps:',
    'bot: { settles: true }\n    steps:',
  )
  expect(await play(settling)).toMatchObject({ code: 0 })
})
