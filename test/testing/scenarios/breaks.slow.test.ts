// A bot that is broken on purpose, in many ways: the first lines of what a run prints name each cause.

import { describe, expect, it } from 'vitest'
import { bot, cli } from '../../helpers/cli.ts'

const FIRST_LINES = 12

const CAUSES: readonly (readonly [broken: string, cause: RegExp])[] = [
  ['no start', /Cannot find the configuration\. The bot ended with code 1 before it asked for updates/],
  ['wrong token', /A program calls with a token that no bot has: 1 call got 401 Unauthorized\./],
  [
    'never asks',
    /The bot isn't ready after 1 s\. The program of Shop runs, but has neither asked for updates nor set a webhook\./,
  ],
  ['silent', /No sendMessage matched.*\n.*Shop got message and made no call\./],
  ['crash', /no such table: users\. The bot ended with code 1\./],
  ['caught error', /Cannot read properties of null \(reading 'first_name'\)/],
  ['too late', /No sendMessage matched within 1 s\./],
  ['wrong text', /was +"Hello, Alice\?"\n.*expected +"Hello, Alice!"/],
  ['wrong chat', /Bad Request: chat not found/],
  ['no button', /No button "Menu" found/],
  ['button renamed', /No button "Menu" found.*\n.*On the screen:[\s\S]*‹The menu›/],
  ['button without effect', /No editMessageText matched/],
  ['edit without change', /message is not modified/],
  ['sends instead of editing', /No editMessageText matched[\s\S]*The nearest call was sendMessage/],
  ['filter', /Shop does not ask for callback_query updates\. Add callback_query to allowed_updates\./],
  ['twice', /Expected no call, but the bot called sendMessage\./],
  ['counts from zero', /was +"Order 0: pizza"/],
  ['no reply', /with\.reply_to_message_id was +missing[\s\S]*Existing keys: chat_id, text\./],
  ['crash later', /the receipt printer is gone\. The bot ended with code 1\./],
  ['ends', /The bot ended with code 3\./],
  ['hangs', /Shop has not asked for updates since it received update \d+\./],
]

const FLAGS = ['--bot', bot('shop'), '--patience', '1s']
/** Only a bot that never asks for updates has to be given up soon. */
const OTHER_FLAGS: Readonly<Record<string, string[]>> = {
  'wrong token': ['--bot', `BOT_TOKEN=1:wrong ${bot('shop')}`, '--startup', '1s'],
  'never asks': ['--startup', '1s'],
}

describe('a shop', () => {
  it('without a bug passes', async () => {
    const { code, stdout } = await cli([
      'test',
      'test/testing/scenarios/shop.yaml',
      ...FLAGS,
      '--strict',
      '--advice',
      'error',
    ])
    expect(stdout).toBe('✓ sells (time)\n\n1 passed (time)\n')
    expect(code).toBe(0)
  })

  it.each(CAUSES)('with the bug "%s" gets a report that names the cause', async (broken, cause) => {
    const flags = [...FLAGS, ...(OTHER_FLAGS[broken] ?? [])]
    const { code, stdout, stderr } = await cli(['test', 'test/testing/scenarios/shop.yaml', ...flags], {
      BREAK: broken,
    })
    const report = code === 3 ? stderr : stdout
    expect(report.trimStart().split('\n').slice(0, FIRST_LINES).join('\n')).toMatch(cause)
    expect(code).not.toBe(0)
  })
})
