// How long is waited where a test does not say: vitest and jest end a test after 5 s, and say nothing of what came.

import { expect, it } from 'vitest'
import { startEmulator } from '../../../src/index.ts'

it('lists the other messages before the runner ends the test', { timeout: 5000 }, async () => {
  await using emulator = await startEmulator()
  const greeter = await emulator.bot('greeter')
  const alice = await emulator.user('alice')
  await alice.start(greeter)
  await greeter.call('sendMessage', { chat_id: alice.id, text: 'Helo' })
  await expect(alice.waitForReply({ text: 'Hello' })).rejects.toThrow(
    'Alice got no message "Hello" within 4 s. The nearest message is 2:',
  )
})
