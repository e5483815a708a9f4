import { startEmulator } from 'bot-emulator'
import { useEmulator } from 'bot-emulator/vitest'
import { expect, test, vi } from 'vitest'

const emulator = useEmulator()

vi.useFakeTimers()

test.each([1, 2])('greets, and begins again: %i', async () => {
  const alice = await emulator.user('alice')
  const greeter = await emulator.bot('greeter')
  greeter.drive(({ message }) => greeter.call('sendMessage', { chat_id: message.chat.id, text: 'Hello' }))
  await alice.start(greeter)
  await expect(alice).toHaveReply(/^hello$/i)
  await expect(alice).not.toHaveReply()
  expect(await alice.chat(greeter).messages()).toHaveLength(2)
})

test('fails, and leaves an emulator open', async () => {
  const other = await startEmulator()
  expect(other.port).toBe('deliberate')
})
