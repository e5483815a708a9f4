// A bot written for Telegram, where its operations are lenient: played, and marked in every report.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bot, cli } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'

const LENIENT = 'service: { lenient: [sendChatAction] }, '

const scenarios = (service: string) => `world: { ${service}users: { alice: {} }, bots: { greeter: {} } }
scenarios:
  - name: greets
    steps:
      - start: { as: alice, bot: greeter }
      - expect: { call: sendMessage, within: 5s }
  - name: shows that it types
    steps:
      - start: { as: alice, bot: greeter }
      - expect: { call: sendChatAction, with: { action: typing } }
      - expect: { call: sendMessage, with: { text: "Hello, Alice" } }
`

const played = (service: string, ...args: string[]) => {
  const at = folder({ 'a.yaml': scenarios(service) })
  return cli(['test', `${at}/a.yaml`, '--bot', bot('telegram'), ...args])
}

it('GAP-03 without it the scenario is a mistake, since the service has no such operation', async () => {
  const { code, stderr } = await played('')
  expect(code).toBe(2)
  expect(stderr).toContain('Unknown operation "sendChatAction".')
})

it('GAP-03 GAP-08 with it the bot is played, and the report says what was without effect', async () => {
  const { code, stdout } = await played(LENIENT, '--strict')
  expect(stdout).toBe(`✓ greets (time)
✓ shows that it types (time)

Advice:
  ignored-parameter: sendMessage: parse_mode is not a parameter of this service and was ignored. In "greets" and 1 more.

Because of the setting lenient, 2 calls of sendChatAction succeeded without an effect.

2 passed (time)
`)
  expect(code).toBe(0)
})

describe('every report', () => {
  const LINE = 'Because of the setting lenient, 2 calls of sendChatAction succeeded without an effect.'
  const NOTES = [
    'sendChatAction is not an operation of this service: because of the setting lenient or stubs, the call succeeded without an effect',
    'parse_mode is not a parameter of this service and was ignored',
  ]

  it.each([
    ['tap', [`# ${LINE}`]],
    ['github', [`::notice title=Lenient::${LINE}`]],
    ['json', ['"lenient": true', ...NOTES]],
    ['html', [LINE, ...NOTES]],
  ])('GAP-03 marks it: %s', async (reporter, says) => {
    const at = folder({})
    await played(LENIENT, '--reporter', `${reporter}=${at}/report`)
    const report = readFileSync(`${at}/report`, 'utf8')
    for (const each of says) expect(report).toContain(each)
  })
})

it('GAP-03 a name that cannot be lenient is a mistake in the world', async () => {
  const { code, stderr } = await played('service: { lenient: [sendChatAction, getMe] }, ')
  expect(stderr).toContain('lenient.1: The service has getMe itself')
  expect(code).toBe(2)
})
