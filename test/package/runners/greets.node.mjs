import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEmulator } from 'bot-emulator'
import sinon from 'sinon'

test('greets', async () => {
  await using emulator = await startEmulator()
  const alice = await emulator.user('alice')
  const greeter = await emulator.bot('greeter')
  // Node's own network stands still without these two.
  const faked = sinon.useFakeTimers({ toNotFake: ['nextTick', 'queueMicrotask'] })
  greeter.drive(({ message }) => greeter.call('sendMessage', { chat_id: message.chat.id, text: 'Hello' }))
  await alice.start(greeter)
  assert.equal((await alice.waitForReply()).text, 'Hello')
  faked.restore()
})

test('fails, and leaves an emulator open', async () => {
  const other = await startEmulator()
  assert.equal(other.port, 'deliberate')
})
