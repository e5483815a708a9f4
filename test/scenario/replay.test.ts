// What is recorded can be edited, and played again in a copy of its world.

import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { startTargetEmulator } from '../../src/cli/testing/target-emulator.ts'
import { httpClient } from '../../src/client/http-client.ts'
import type { EventView } from '../../src/contract/events.ts'
import { DEFAULT_SERVICE } from '../../src/messenger/service/settings.ts'
import { beginRecording } from '../../src/scenario/begin-recording.ts'
import type { Edits } from '../../src/scenario/run/replay.ts'
import { type ServiceOptions, service } from '../worlds/service.ts'

/** Somebody talks to a bot, which answers, edits and is refused. */
async function recorded(options?: ServiceOptions) {
  const { url, act, user, bot } = await service(options)
  await user('Alice', { handle: 'alice' })
  await user('Bob', { handle: 'bob' })
  const greeter = await bot({ handle: 'greeter', owner: 'alice' })
  await act('start', { as: 'bob', bot: 'greeter' })
  const client = httpClient(url)
  const { last_event } = await client.health()
  const { lines, write, replay } = await beginRecording(client, { ...DEFAULT_SERVICE })
  await act('start', { as: 'alice', bot: 'greeter' })
  const chat_id = (await client.view('/users/:user', { user: 'alice' })).id
  const inline_keyboard = [[{ text: 'Yes', callback_data: 'y' }]]
  const asked = await greeter.ok('sendMessage', { chat_id, text: 'Really?', reply_markup: { inline_keyboard } })
  const press = { as: 'alice', chat: 'greeter', button: 'Yes', message_id: asked.message_id }
  await act('press', press)
  await greeter.ok('editMessageText', { chat_id, message_id: asked.message_id, text: 'Good.' })
  await greeter.call('sendMessage', { chat_id, text: '' })
  const file = { name: 'cat.txt', base64: Buffer.from('meow').toString('base64') }
  await act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
  const events: EventView[] = []
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const newest = (await client.health()).last_event
  for await (const event of client.events({ after: last_event }, stop.signal)) {
    events.push(event)
    if (event.id >= newest) break
  }
  return {
    lines: () => lines(events),
    write: async (edits: Edits) => parse((await write(events, (name) => name, edits)).text),
    async replay(edits: Edits) {
      const venue = await startTargetEmulator()
      onTestFinished(venue.close)
      return replay(events, edits, venue)
    },
  }
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
    const { write, replay } = await beginRecording(httpClient(url), { ...DEFAULT_SERVICE })
    const { scenarios } = parse((await write([], (name) => name)).text)
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
    const venue = await startTargetEmulator()
    onTestFinished(venue.close)
    expect(await replay([], {}, venue)).toEqual({})
  })

  it('has a line for each step', async () => {
    expect(await (await recorded()).lines()).toEqual([
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
    expect(await (await recorded()).replay({})).toEqual({})
  })

  it('passes with a running clock, in a world with other entries', async () => {
    expect(await (await recorded({ frozen: false })).replay({})).toEqual({})
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
    const client = httpClient(url)
    const { last_event } = await client.health()
    const { replay } = await beginRecording(client, { ...DEFAULT_SERVICE })
    await greeter.ok('editMessageText', { chat_id, message_id, text: 'two' })
    const events: EventView[] = []
    const stop = new AbortController()
    for await (const event of client.events({ after: last_event, type: 'call' }, stop.signal)) {
      events.push(event)
      stop.abort()
    }
    const venue = await startTargetEmulator()
    onTestFinished(venue.close)
    expect(await replay(events, {}, venue)).toEqual({
      0: expect.stringMatching(/^Message 2 is from before the recording: a new world may not have it\.\n./),
    })
  })

  it('begins with the blocks and settings of its world', async () => {
    const { url, act, user, bot } = await service()
    const { id: chat_id } = await user('Alice', { handle: 'alice' })
    const greeter = await bot({ handle: 'greeter', can_read_all_group_messages: false })
    await act('start', { as: 'alice', bot: 'greeter' })
    await act('block', { as: 'alice', bot: 'greeter' })
    const client = httpClient(url)
    const { last_event } = await client.health()
    const { write, replay } = await beginRecording(client, { ...DEFAULT_SERVICE })
    expect(await greeter.call('sendMessage', { chat_id, text: 'one' })).toMatchObject({ status: 400 })
    const file = { name: '5$cat$$.txt', base64: Buffer.from('meow').toString('base64') }
    await act('unblock', { as: 'alice', bot: 'greeter' })
    await act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
    const events: EventView[] = []
    const newest = (await client.health()).last_event
    for await (const event of client.events({ after: last_event })) {
      events.push(event)
      if (event.id >= newest) break
    }
    const { world, scenarios } = parse((await write(events, (name) => name)).text)
    expect(world.bots.greeter).toEqual({
      first_name: 'Greeter',
      owner: 'greeter-owner',
      can_read_all_group_messages: false,
    })
    const who = { as: 'alice', bot: 'greeter' }
    expect(scenarios[0].steps.slice(0, 2)).toEqual([{ start: who }, { block: who }])
    expect(scenarios[0].steps.at(-1).sendFile.file).toBe('5$$cat$$$$.txt')
    const venue = await startTargetEmulator()
    onTestFinished(venue.close)
    expect(await replay(events, {}, venue)).toEqual({})
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
      { sendFile: { as: 'alice', to: 'greeter', kind: 'document', file: 'cat.txt' } },
    ])
    await expect(write({ 0: 'start' })).rejects.toThrow('Step 1 cannot be read: "start".')
  })
})
