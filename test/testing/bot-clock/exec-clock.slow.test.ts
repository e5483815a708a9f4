// `exec --bot-clock`: the command, or the bot of --bot, follows the clock.

import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { cli } from '../../helpers/cli.ts'

it('exec --bot-clock=skip skips the waits of the command', async () => {
  const source = 'const start = Date.now(); setTimeout(() => console.log(Date.now() - start), 48 * 3_600_000)'
  const { code, stdout } = await cli(['exec', '--bot-clock=skip', '--', process.execPath, '-e', source])
  expect(code).toBe(0)
  expect(Number(stdout) / 3_600_000).toBeCloseTo(48, 2)
})

it('exec --bot --bot-clock lets the bot follow the clock that the command moves', async () => {
  const source = `
    const { connectEmulator } = await import('${pathToFileURL('dist/index.js').href}')
    const emulator = await connectEmulator(process.env.BOT_EMULATOR_URL)
    const alice = await emulator.user('alice')
    await alice.send('greeter', '/remind')
    await alice.waitForReply({ text: /^noted/ })
    await emulator.clock.advance('48h')
    const calls = await emulator.calls({ method: 'sendMessage' })
    console.log(calls.map(({ params }) => params.text.replace(/ \\S+$/, '')).join())`
  const command = [process.execPath, '--input-type=module', '-e', source]
  const bot = 'node test/testing/bot-clock/bots/grammy-reminders.mjs'
  const { code, stdout, stderr } = await cli(['exec', '--bot', bot, '--bot-clock', '--', ...command])
  expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: 'noted,ten minutes later,two days later\n' })
})
