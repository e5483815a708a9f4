const { useEmulator } = require('bot-emulator/jest')
const { Problem, startEmulator } = require('bot-emulator')

const emulator = useEmulator()

jest.useFakeTimers()

test.each([1, 2])('greets, and begins again: %i', async () => {
  const alice = await emulator.user('alice')
  const greeter = await emulator.bot('greeter')
  greeter.drive(({ message }) => greeter.call('sendMessage', { chat_id: message.chat.id, text: 'Hello' }))
  await alice.start(greeter)
  await expect(alice).toHaveReply(/^hello$/i)
  await expect(alice).not.toHaveReply()
  expect(await alice.chat(greeter).messages()).toHaveLength(2)
  await expect(alice.send('nobody', 'hi')).rejects.toBeInstanceOf(Problem)
})

test('cannot install the clock, because jest runs tests in a realm of its own', async () => {
  await expect(emulator.clock.install()).rejects.toMatchObject({ code: 'other-realm' })
})

test('fails, and leaves an emulator open', async () => {
  const other = await startEmulator()
  expect(other.port).toBe('deliberate')
})
