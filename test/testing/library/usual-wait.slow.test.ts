// How long is waited where a test does not say: less than 5 s, after which vitest and jest end a test in silence.

import { expect, it } from 'vitest'
import { startEmulator } from '../../../src/index.ts'

it('lists the other messages after 4 s', async () => {
  await using emulator = await startEmulator()
  const greeter = await emulator.bot('greeter')
  const alice = await emulator.user('alice')
  await alice.start(greeter)
  await greeter.call('sendMessage', { chat_id: alice.id, text: 'Helo' })
  await expect(alice.waitForReply({ text: 'Hello' })).rejects.toThrow(
    'Alice got no message "Hello" within 4 s. The nearest is message 2:',
  )
})
