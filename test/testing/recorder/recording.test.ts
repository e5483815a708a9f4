// What is recorded can be edited, and played again in a copy of its world.

import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { httpClient } from '../../../src/control/client/http-client.ts'
import type { Edits } from '../../../src/control/contract/recordings.ts'
import { createEmulator } from '../../../src/emulator.ts'
import { createRecorder } from '../../../src/testing/recorder/recorder.ts'
import { type ServiceOptions, service } from '../../helpers/service.ts'

async function recording(url: string, name?: string) {
  const client = httpClient(url)
  const { id } = await client.beginRecording({ name })
  return {
    view: () => client.recording(id),
    write: async (edits: Edits = {}) => parse((await client.recording(id, { edits, files: 'files' })).text),
    replay: async (edits?: Edits) => (await client.replayRecording(id, edits && { edits })).failures,
  }
}

/** Somebody talks to a bot, which answers, edits and is refused. */
async function recorded(options?: ServiceOptions) {
  const { url, act, user, bot, view } = await service(options)
  await user('Alice', { handle: 'alice' })
  await user('Bob', { handle: 'bob' })
  const greeter = await bot({ handle: 'greeter', owner: 'alice' })
  await act('start', { as: 'bob', bot: 'greeter' })
  const all = await recording(url)
  await act('start', { as: 'alice', bot: 'greeter' })
  const { id: chat_id } = await view('/users/alice')
  const inline_keyboard = [[{ text: 'Yes', callback_data: 'y' }]]
  const asked = await greeter.ok('sendMessage', { chat_id, text: 'Really?', reply_markup: { inline_keyboard } })
  const press = { as: 'alice', chat: 'greeter', button: 'Yes', message_id: asked.message_id }
  await act('press', press)
  await greeter.ok('editMessageText', { chat_id, message_id: asked.message_id, text: 'Good.' })
  await greeter.call('sendMessage', { chat_id, text: '' })
  const file = { name: 'cat.txt', base64: Buffer.from('meow').toString('base64') }
  await act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
  return all
}

describe('a recording', () => {
  it('keeps mutes, bans, blocks and pins from before it', async () => {
    const { url, act, user, bot } = await service()
    for (const handle of ['alice', 'bob', 'carol', 'dave']) await user(handle, { handle })
    await bot({ handle: 'greeter', owner: 'alice' })
    await act('createGroup', { title: 'Team', handle: 'team', owner: 'alice', members: ['bob', 'carol', 'dave'] })
    await act('send', { as: 'bob', to: 'team', text: 'first' })
    const { message_id } = await act('send', { as: 'bob', to: 'team', text: 'costs $5' })
    await act('pin', { as: 'alice', chat: 'team', message_id })
    await act('mute', { as: 'alice', chat: 'team', who: 'bob', until_date: '1h' })
    await act('mute', { as: 'alice', chat: 'team', who: 'dave' })
    await act('ban', { as: 'alice', chat: 'team', who: 'carol' })
    await act('start', { as: 'bob', bot: 'greeter' })
    const own = await act('send', { as: 'bob', to: 'greeter', text: 'mine' })
    await act('pin', { as: 'bob', chat: 'greeter', message_id: own.message_id })
    await act('block', { as: 'bob', bot: 'greeter' })
    const { write, replay } = await recording(url)
    const { scenarios } = await write()
    const pinned = `pinned${message_id}`
    const at = { as: 'alice', chat: 'team' }
    expect(scenarios[0].steps).toEqual([
      { start: { as: 'bob', bot: 'greeter' } },
      { send: { as: 'bob', to: 'greeter', text: 'mine' }, as: `pinned${own.message_id}` },
      { pin: { as: 'bob', chat: 'greeter', message_id: `$pinned${own.message_id}.message_id` } },
      { block: { as: 'bob', bot: 'greeter' } },
      { send: { as: 'bob', to: 'team', text: 'costs $$5' }, as: pinned },
      { pin: { ...at, message_id: `$${pinned}.message_id` } },
      { ban: { ...at, who: 'carol' } },
      { mute: { ...at, who: 'bob', until_date: '+3600s' } },
      { mute: { ...at, who: 'dave' } },
    ])
    expect(await replay()).toEqual({})
  })

  it('repeats the message that a bot answered with a button, if only the press is recorded', async () => {
    const { url, act, user, bot } = await service()
    const { id: chat_id } = await user('Alice', { handle: 'alice' })
    const greeter = await bot({ handle: 'greeter', owner: 'alice' })
    await act('start', { as: 'alice', bot: 'greeter' })
    const ask = (button: string) =>
      greeter.ok('sendMessage', {
        chat_id,
        text: 'Choose',
        reply_markup: { inline_keyboard: [[{ text: button, callback_data: button }]] },
      })
    const first = await ask('First')
    await act('send', { as: 'alice', to: 'greeter', text: 'more for $5' })
    const second = await ask('Second')
    const { view, write } = await recording(url)
    const press = (button: string, { message_id }: { message_id: number }) =>
      act('press', { as: 'alice', chat: 'greeter', button, message_id })
    await press('First', first)
    await press('Second', second)
    await press('Second', second)
    const { scenarios } = await write()
    const pressed = (button: string) => ({ press: { as: 'alice', chat: 'greeter', button } })
    expect(scenarios[0].steps).toEqual([
      { start: { as: 'alice', bot: 'greeter' } },
      { send: { as: 'alice', to: 'greeter', text: 'more for $$5' } },
      pressed('First'),
      pressed('Second'),
      pressed('Second'),
    ])
    const withoutSecond = await write({ 1: null, 2: null })
    expect(withoutSecond.scenarios[0].steps).toEqual([{ start: { as: 'alice', bot: 'greeter' } }, pressed('First')])
    await act('clearWorld', {})
    expect((await view()).steps).toHaveLength(3)
  })

  it('has a line for each step', async () => {
    expect((await (await recorded()).view()).steps).toEqual([
      'start: { as: alice, bot: greeter }',
      expect.stringMatching(
        /^expect: \{ call: sendMessage, with: \{ chat_id: alice, text: Really\?, .*as: message1 \}$/,
      ),
      'press: { as: alice, chat: greeter, button: Yes, message_id: $message1.message_id }',
      'expect: { call: editMessageText, with: { chat_id: alice, message_id: $message1.message_id, text: Good. } }',
      expect.stringMatching(/^expect: \{ call: sendMessage, with: \{ chat_id: alice, text: "" \}, error: .* \}$/),
      'sendFile: { as: alice, to: greeter, kind: document, file: cat.txt }',
    ])
  })

  it('passes in a copy of its world', async () => {
    expect(await (await recorded()).replay()).toEqual({})
  })

  it('passes with a running clock, in a world with other entries', async () => {
    expect(await (await recorded({ frozen: false })).replay()).toEqual({})
  })

  it('fails at a step that needs a removed one, and plays the others', async () => {
    expect(await (await recorded()).replay({ 1: null })).toEqual({
      2: expect.stringContaining('message1'),
      3: expect.stringContaining('message1'),
    })
  })

  it('fails at an edited step that is refused or invalid', async () => {
    const { replay } = await recorded()
    expect(await replay({ 0: 'start: { as: nobody, bot: greeter }', 5: 'what is this' })).toMatchObject({
      0: expect.stringContaining('nobody'),
      5: 'Step 6 cannot be read: "what is this". Write an action or `expect` with its parameters, such as send: { as: alice, to: greeter, text: Hi }',
    })
  })

  it('says that the message of a failed step is older than the recording', async () => {
    const { url, act, user, bot } = await service()
    const { id: chat_id } = await user('Alice', { handle: 'alice' })
    const greeter = await bot({ handle: 'greeter' })
    await act('start', { as: 'alice', bot: 'greeter' })
    const { message_id } = await greeter.ok('sendMessage', { chat_id, text: 'one' })
    const { replay } = await recording(url)
    await greeter.ok('editMessageText', { chat_id, message_id, text: 'two' })
    expect(await replay()).toEqual({
      0: expect.stringMatching(/^Message 2 is from before the recording: a new world may not have it\.\n./),
    })
  })

  it('begins with the blocks and settings of its world', async () => {
    const { url, act, user, bot } = await service()
    const { id: chat_id } = await user('Alice', { handle: 'alice' })
    const greeter = await bot({ handle: 'greeter', can_read_all_group_messages: false })
    await act('start', { as: 'alice', bot: 'greeter' })
    await act('block', { as: 'alice', bot: 'greeter' })
    const { write, replay } = await recording(url)
    expect(await greeter.call('sendMessage', { chat_id, text: 'one' })).toMatchObject({ status: 400 })
    const file = { name: '5$cat$$.txt', base64: Buffer.from('meow').toString('base64') }
    await act('unblock', { as: 'alice', bot: 'greeter' })
    await act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
    const { world, scenarios } = await write()
    expect(world.bots.greeter).toEqual({
      first_name: 'Greeter',
      owner: 'greeter-owner',
      can_read_all_group_messages: false,
    })
    const who = { as: 'alice', bot: 'greeter' }
    expect(scenarios[0].steps.slice(0, 2)).toEqual([{ start: who }, { block: who }])
    expect(scenarios[0].steps.at(-1).sendFile.file).toBe('files/1/5$$cat$$$$.txt')
    expect(await replay()).toEqual({})
  })

  it('is written with its edits, and without removed steps', async () => {
    const { write } = await recorded()
    const { scenarios } = await write({
      0: 'start: { as: bob, bot: greeter }',
      1: null,
      2: null,
      3: null,
      4: null,
    })
    expect(scenarios[0].steps).toEqual([
      // From before the recording.
      { start: { as: 'bob', bot: 'greeter' } },
      { start: { as: 'bob', bot: 'greeter' } },
      { sendFile: { as: 'alice', to: 'greeter', kind: 'document', file: 'files/1/cat.txt' } },
    ])
    await expect(write({ 0: 'start' })).rejects.toThrow('Step 1 cannot be read: "start".')
  })

  it('refuses unknown parameters and edits that are not JSON', async () => {
    const { url } = await service()
    const { id } = await httpClient(url).beginRecording()
    const answer = async (query: string) => (await fetch(`${url}/_emulator/recordings/${id}?${query}`)).json()
    const error = (message: string) => ({
      ok: false,
      error: { code: 'invalid-params', message, hint: 'recording takes edits, files.' },
    })
    expect(await answer('edits=none')).toEqual(
      error('recording: edits: Invalid input: expected record, received string'),
    )
    expect(await answer('file=a')).toEqual(error('recording: Unrecognized key: "file"'))
  })

  it('is full after its last event', async () => {
    const emulator = createEmulator()
    onTestFinished(emulator.close)
    const recorder = createRecorder(emulator, 2)
    const { id } = await recorder.begin({})
    for (const handle of ['alice', 'bob']) emulator.perform('createUser', { handle, first_name: handle })
    expect(await recorder.view(id, {})).toMatchObject({ steps: { length: 2 }, full: false })
    emulator.perform('createUser', { handle: 'carol', first_name: 'Carol' })
    expect(await recorder.view(id, {})).toMatchObject({ steps: { length: 2 }, full: true })
  })
})
