// useEmulator between two tests: drives end, faults must have struck, failures list refused calls.

import { expect, it, onTestFinished } from 'vitest'
import { useEmulatorWith as emulatorWith } from '../../../src/testing/library/runners/testing.ts'

type Work = () => Promise<void>

/** Starts an emulator as a test file would. `afterEach` ends one of its tests. */
async function startFile() {
  const hooks: Record<string, Work> = {}
  const register = (name: string) => (work: Work) => void Object.assign(hooks, { [name]: work })
  const emulator = emulatorWith(
    { beforeAll: register('beforeAll'), afterEach: register('afterEach'), afterAll: register('afterAll') },
    { world: { users: { alice: {} }, bots: { greeter: {} } } },
  )
  await hooks.beforeAll?.()
  onTestFinished(() => hooks.afterAll?.())
  return { emulator, afterEach: hooks.afterEach as Work }
}

it('a drive of one test does not answer in the next', async () => {
  const { emulator, afterEach } = await startFile()
  const seen: string[] = []
  for (const test of ['one', 'two']) {
    const greeter = await emulator.bot('greeter')
    const alice = await emulator.user('alice')
    if (test === 'one') {
      greeter.drive(async ({ message }) => {
        seen.push(message.text)
        await new Promise((resolve) => setTimeout(resolve, 50))
        await greeter.call('sendMessage', { chat_id: message.chat.id, text: 'late' })
      })
    }
    await alice.start(greeter, test)
    while (!seen.length) await new Promise((resolve) => setTimeout(resolve, 1))
    if (test === 'two') await expect(alice.waitForReply({ within: '200ms' })).rejects.toThrow(/^Alice got no message/)
    await afterEach()
  }
  expect(seen).toEqual(['/start one'])
})

it('a handler that never ends delays the next test by a second', async () => {
  const { emulator, afterEach } = await startFile()
  const greeter = await emulator.bot('greeter')
  const isHanging = Promise.withResolvers<void>()
  greeter.drive(() => {
    isHanging.resolve()
    return new Promise(() => {})
  })
  await (await emulator.user('alice')).start(greeter)
  await isHanging.promise
  const started = performance.now()
  await afterEach()
  expect(performance.now() - started).toBeGreaterThan(950)
})

it('a fault that never took effect fails the test, and the next test begins in a new world', async () => {
  const { emulator, afterEach } = await startFile()
  await emulator.perform('injectFault', { operation: 'sendPhoto', status: 500 })
  await expect(afterEach()).rejects.toThrow(
    'An injected fault never took effect: no call or delivery matched it. fault 1: sendPhoto',
  )
  expect(await emulator.view('/faults')).toEqual([])
  await emulator.perform('injectFault', { operation: 'getMe', status: 500 })
  await (await emulator.bot('greeter')).call('getMe')
  await afterEach()
})

it('a failure lists refused calls with their causes', async () => {
  const { emulator } = await startFile()
  const alice = await emulator.user('alice')
  const greeter = await emulator.bot('greeter')
  await alice.start(greeter)
  await greeter.call('sendMessage', { chat_id: alice.id, text: '' })
  await greeter.call('sendMessage', { chat_id: alice.id, text: 'Helo' })
  const lines = await alice.waitForReply({ text: 'Hello', within: 0 }).catch(({ message }) => message.split('\n'))
  expect(lines.slice(0, 10)).toEqual(
    expect.arrayContaining([
      'Refused calls:',
      expect.stringMatching(/^ {2}call \d+: greeter sendMessage .* → 400 Bad Request: .* because .* \([A-Z]+-\d+\)$/),
    ]),
  )
})

it('a token such as 42:TEST gives a bot the id in it, unless that id is taken', async () => {
  const { emulator } = await startFile()
  expect((await emulator.bot('first', { token: '42:TEST' })).id).toBe(42)
  const { id } = await emulator.bot('second', { token: '42:OTHER' })
  expect(id).not.toBe(42)
  expect((await emulator.bot('third', { id: 7, token: '43:TEST' })).id).toBe(7)
})
