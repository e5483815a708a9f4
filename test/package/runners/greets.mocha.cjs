const assert = require('node:assert/strict')
const { startEmulator } = require('bot-emulator')

describe('a bot', () => {
  it('greets', async () => {
    const emulator = await startEmulator()
    const alice = await emulator.user('alice')
    const greeter = await emulator.bot('greeter')
    greeter.drive(({ message }) => greeter.call('sendMessage', { chat_id: message.chat.id, text: 'Hello' }))
    await alice.start(greeter)
    assert.equal((await alice.waitForReply()).text, 'Hello')
    await emulator.stop()
  })

  it('fails, and leaves an emulator open', async () => {
    const other = await startEmulator()
    assert.equal(other.port, 'deliberate')
  })
})
