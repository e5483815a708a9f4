// Why a bot did nothing: each cause in the words that the view, a wait and the library print.

import { expect, it } from 'vitest'
import type { Client } from '../../../src/control/client/client.ts'
import { directClient } from '../../../src/control/client/direct-client.ts'
import { connectEmulator } from '../../../src/testing/library/start-emulator.ts'
import { type Stage, stage } from './doors.ts'

interface Scene extends Stage {
  client: Client
}

const poll = ({ greeter }: Scene) => greeter.call('getUpdates')
const start = ({ client }: Scene) => client.perform('start', { as: 'alice', bot: 'greeter' })
const runs = ({ client }: Scene) => client.reportProgram({ bot: 'greeter', how: 'started', command: 'node bot.js' })

it.each<[string, (scene: Scene) => Promise<unknown>, string, string, Record<string, unknown>?]>([
  [
    'was never connected',
    start,
    'not-connected',
    'No program is connected as Greeter.',
    {
      advice: expect.stringMatching(
        /^Start its program with the token of Greeter and the API root http:\/\/127\.0\.0\.1:\d+\.$/,
      ),
    },
  ],
  [
    'runs, but does not ask',
    async (scene) => [await runs(scene), await start(scene)],
    'not-connected',
    'The program of Greeter runs, but has neither asked for updates nor set a webhook.',
  ],
  [
    'asks with another token',
    async (scene) => [
      await start(scene),
      await scene.call('1:wrong', 'getUpdates'),
      await scene.call('1:wrong', 'getMe'),
    ],
    'unknown-token',
    'A program calls with a token that no bot has: 2 calls got 401 Unauthorized. Greeter is not connected.',
    { advice: 'Give the program the token of Greeter.' },
  ],
  [
    'was refused each time',
    async (scene) => {
      for (const limit of [101, 102]) await scene.greeter.call('getUpdates', { limit })
    },
    'polls-refused',
    'Greeter called getUpdates 2 times and was refused each time: Bad Request: limit: Too big: expected number to be <=100: the parameter limit is invalid: Too big: expected number to be <=100 (ENV-10).',
  ],
  [
    'is suspended',
    (scene) => scene.client.perform('updateBot', { bot: 'greeter', suspended: true }),
    'suspended',
    'Greeter is suspended, so the service refuses its calls.',
  ],
  [
    "doesn't ask for this type",
    async (scene) => [
      await scene.greeter.call('getUpdates', { allowed_updates: ['callback_query'] }),
      await start(scene),
    ],
    'not-asked-for',
    'Greeter does not ask for message updates.',
    { advice: 'Add message to allowed_updates.' },
  ],
  [
    'has not fetched the update',
    async (scene) => [await poll(scene), await start(scene)],
    'not-fetched',
    'Greeter has not asked for update 1, which is pending.',
  ],
  [
    'has not come back since it fetched the update',
    async (scene) => [await start(scene), await scene.greeter.call('getUpdates', { timeout: 5 })],
    'working',
    'Greeter has not asked for updates since it received update 1.',
  ],
  [
    'never confirms the update',
    async (scene) => [await start(scene), await poll(scene), await poll(scene), await poll(scene)],
    'unconfirmed',
    'Greeter received update 1 3 times and never confirmed it.',
  ],
  [
    'made no call',
    async (scene) => [await start(scene), await scene.greeter.drain()],
    'silent',
    'Greeter got message and made no call.',
  ],
  [
    'made a call that was refused',
    async (scene) => {
      await start(scene)
      await scene.client.perform('block', { as: 'alice', bot: 'greeter' })
      await scene.greeter.drain()
      await scene.greeter.call('sendMessage', { chat_id: scene.alice.id, text: 'Hello' })
    },
    'refused',
    'sendMessage with text "Hello" was refused: Bad Request: chat not found: Alice has blocked Greeter (CID-10).',
  ],
  [
    'has ended',
    async (scene) => {
      await runs(scene)
      const error = 'TypeError: x is undefined'
      await scene.client.reportProgram({ bot: 'greeter', how: 'wrote', lines: ['up', error], error })
      await scene.client.reportProgram({ bot: 'greeter', how: 'ended', code: 1, signal: null })
    },
    'ended',
    'TypeError: x is undefined. The bot ended with code 1.',
    { lines: ['Last output of the bot:', '  up'] },
  ],
  [
    'threw in a handler',
    async (scene) => {
      await start(scene)
      await scene.client.reportProgram({
        bot: 'greeter',
        how: 'threw',
        error: 'Error: no price',
        lines: ['  at order'],
      })
    },
    'error',
    'The handler of greeter threw: Error: no price.',
    { lines: ['  at order'] },
  ],
  [
    'ended after a call that only Telegram has',
    async (scene) => {
      await runs(scene)
      await start(scene)
      await scene.greeter.call('answerCallbackQuery', { callback_query_id: '1' })
      await scene.client.reportProgram({ bot: 'greeter', how: 'ended', code: 1, signal: null })
    },
    'ended',
    'The bot ended with code 1.',
    {
      advice: 'The service has no answerCallbackQuery. Let such calls succeed: --lenient answerCallbackQuery',
    },
  ],
  [
    'made other calls',
    async (scene) => {
      await start(scene)
      await scene.greeter.drain()
      await scene.greeter.ok('sendMessage', { chat_id: scene.alice.id, text: 'Hello' })
    },
    'called',
    'Greeter made 1 call.',
  ],
  ['has nothing to do', poll, 'idle', 'Greeter is connected, and has no update to answer.'],
])('a bot that %s', async (_name, play, state, text, more = {}) => {
  const here = await stage()
  const client = directClient(here.emulator, here.url)
  await play({ ...here, client })
  expect(await client.view('/bots/greeter/diagnosis')).toMatchObject({ bot: 'greeter', state, text, ...more })
  if (state === 'called' || state === 'idle') return
  const awaited = client.wait({ reply: { to: 'alice', from: 'greeter', text: 'Bye' }, within: 0 })
  await expect(awaited).rejects.toMatchObject({ hint: expect.stringContaining(text) })
  const alice = await (await connectEmulator(here.url)).user('alice')
  await expect(alice.waitForReply({ text: 'Bye', from: 'greeter', within: 0 })).rejects.toThrow(text)
})

it('shows the attempts of a webhook that does not accept its updates', async () => {
  const here = await stage()
  const client = directClient(here.emulator, here.url)
  await client.perform('updateService', { allow_local_webhooks: true })
  await here.greeter.ok('setWebhook', { url: 'http://127.0.0.1:9/hook' })
  await client.perform('start', { as: 'alice', bot: 'greeter' })
  await expect
    .poll(() => client.view('/bots/greeter/diagnosis'))
    .toMatchObject({
      state: 'webhook-failing',
      text: 'The webhook of Greeter has not accepted update 1 in 1 attempt.',
      lines: [expect.stringMatching(/^attempt 1: Connection refused after \d+ ms$/)],
    })
})
