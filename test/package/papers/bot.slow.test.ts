// Runs the README's bot: it answers once, and continues after network errors.

import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { startEmulator } from '../../../src/index.ts'
import { folder } from '../../helpers/folder.ts'
import { blocksOf } from './blocks.ts'

const { content } = blocksOf('README.md').find(({ file }) => file === 'bot.mjs')!

async function emulatorWithAlice() {
  const emulator = await startEmulator()
  onTestFinished(() => emulator.stop())
  const greeter = await emulator.bot('greeter')
  return { emulator, greeter, alice: await emulator.user('alice') }
}

/** Runs the bot. Resolves with its exit code and its stderr when it has ended. */
function runBot(env: { BOT_API_URL: string; BOT_TOKEN: string }) {
  const cwd = folder({ 'bot.mjs': content })
  const child = spawn(process.execPath, ['bot.mjs'], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await code
  })
  return Promise.all([code, text(child.stderr)])
}

it('answers each message once, also after faults', async () => {
  const { emulator, greeter, alice } = await emulatorWithAlice()
  runBot({ BOT_API_URL: emulator.url, BOT_TOKEN: greeter.token })
  await alice.start(greeter)
  expect((await alice.waitForReply({ within: '20s' })).text).toBe('You said: /start')
  const faults = {
    'lost answer': { operation: 'sendMessage', drop: 'after' },
    'too many': { operation: 'sendMessage', retry_after: 1 },
    error: { operation: 'sendMessage', status: 500 },
    'broken poll': { operation: 'getUpdates', drop: 'before' },
  } as const
  for (const [text, fault] of Object.entries(faults)) {
    await emulator.perform('injectFault', fault)
    await alice.send(greeter, text)
    expect((await alice.waitForReply()).text).toBe(`You said: ${text}`)
    await emulator.waitForIdle()
  }
  const { messages } = await emulator.view('/users/:user/chats/:chat', { user: 'alice', chat: 'greeter' })
  expect(messages.filter(({ author }) => author.is_bot)).toHaveLength(Object.keys(faults).length + 1)
})

it('ends with the words of the service when it has no valid token', async () => {
  const { emulator } = await emulatorWithAlice()
  const [code, stderr] = await runBot({ BOT_API_URL: emulator.url, BOT_TOKEN: '42:WRONG' })
  expect(code).toBe(1)
  expect(stderr).toContain('Error: Unauthorized')
})
