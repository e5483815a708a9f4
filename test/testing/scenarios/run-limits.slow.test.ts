// Runs that must not pass quietly: nothing to play, flaky scenarios, a bot that leaks memory, a bot that cannot start.

import { expect, it } from 'vitest'
import { bot, cli } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'
import { START, said, scenario, suite } from './suite.ts'

const WORLD = 'world:\n  users: { alice: {} }\n  bots: { greeter: {} }\n'

it('a run without scenarios fails, unless --pass-with-no-tests is set', async () => {
  const at = folder({ 'worlds/a.yaml': WORLD, 'b.yaml': suite(scenario('one', START, said('Hello, Alice'))) })
  const cases = [
    [
      [`${at}/worlds`],
      'None of the 1 file has scenarios. Pass files that contain `scenarios:`, or pass --pass-with-no-tests.\n',
    ],
    [[`${at}/worlds/a.yaml`], `${at}/worlds/a.yaml contains no scenarios. Add a list under \`scenarios:\`.\n`],
    [[`${at}/b.yaml`, '--grep', 'two'], expect.stringContaining('--grep two')],
    [[`${at}/none-*.yaml`], expect.stringContaining(`${at}/none-*.yaml`)],
  ] as const
  for (const [args, stderr] of cases) {
    const flags = ['--bot', bot('polite')]
    expect(await cli(['test', ...args, ...flags])).toMatchObject({ code: 2, stderr })
    const { code, stdout } = await cli(['test', ...args, ...flags, '--pass-with-no-tests'])
    expect([code, stdout.trim()]).toEqual([0, '0 passed (time)'])
  }
})

it('a bot that leaks memory fails with --bot-memory', async () => {
  const at = folder({
    'bot.mjs': `import { call, poll } from ${JSON.stringify(`${process.cwd()}/fixtures/bots/api.js`)}
const kept = []
poll(async ({ message }) => {
  kept.push(Buffer.alloc(200e6, 1))
  await call('sendMessage', { chat_id: message.chat.id, text: 'Hello' })
})`,
    'a.yaml': suite(scenario('one', START, said('Hello'))),
  })
  const run = (size: string) => cli(['test', `${at}/a.yaml`, '--bot', `node ${at}/bot.mjs`, '--bot-memory', size])
  const { code, stdout } = await run('150MB')
  expect(stdout).toMatch(
    /\n {6}after the last step\n {4}The bot uses \d+\.\d MB of memory\. --bot-memory allows 150\.0 MB\.\n/,
  )
  expect(code).toBe(1)
  expect((await run('2GB')).code).toBe(0)
  expect(await run('much')).toMatchObject({ code: 2, stderr: expect.stringContaining('Give a size such as 200MB.') })
})
