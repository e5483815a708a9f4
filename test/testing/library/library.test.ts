// The library: an emulator of one's own, its people and bots as objects, its clock.

import { describe, expect, it, onTestFinished } from 'vitest'
import {
  connectEmulator,
  type FileToSend,
  Problem,
  type ReplyQuery,
  type RunningEmulator,
  type StartOptions,
  startEmulator,
  type UpdateHandler,
} from '../../../src/index.ts'
import { started, WAYS } from '../../helpers/started.ts'

describe.each(WAYS)('%s', (_way, open) => {
  it('creates missing people and bots, and returns existing ones', async () => {
    const emulator = await open({ world: { users: { bob: { first_name: 'Robert' } } } })
    const [alice, again, bob] = await Promise.all(['alice', 'alice', 'bob'].map((name) => emulator.user(name)))
    expect(alice).toBe(again)
    expect([alice, bob]).toMatchObject([
      { handle: 'alice', first_name: 'Alice' },
      { handle: 'bob', first_name: 'Robert' },
    ])
    expect(await emulator.user(alice!.id)).toBe(alice)
    expect(await emulator.user('@carol_w', { language_code: 'de' })).toMatchObject({ first_name: 'Carol_w' })
    expect(await emulator.view('/users/@carol_w')).toMatchObject({ username: 'carol_w', language_code: 'de' })
    const greeter = await emulator.bot('greeter', { owner: alice, verified: true })
    expect(greeter).toMatchObject({ handle: 'greeter', api: `${emulator.url}/bot${greeter.token}` })
    expect(await emulator.view('/bots/greeter')).toMatchObject({ owner: 'alice', verified: true })
    expect(await emulator.bot('greeter')).toMatchObject({ token: greeter.token })
    expect(await greeter.call('getMe')).toMatchObject({ ok: true, result: { id: greeter.id } })
    await expect(emulator.user('greeter')).rejects.toMatchObject({ code: 'not-a-person' })
  })

  it('accepts the time of a world as a date', async () => {
    const emulator = await open({ world: { clock: { at: '2030-01-01T12:00:00Z', frozen: true } } })
    expect((await emulator.health()).clock).toEqual({ now: 1_893_499_200, frozen: true })
  })

  it('has a method for each action of a person', async () => {
    const emulator = await open()
    const [alice, bob, carol] = await Promise.all([
      emulator.user('alice'),
      emulator.user('bob'),
      emulator.user('carol'),
    ])
    const greeter = await emulator.bot('greeter')
    const team = await emulator.group('team', { owner: alice, members: [bob, 'greeter'] })
    const news = await emulator.channel('news', { owner: alice, title: 'The News', subscribers: [bob] })
    expect([team.title, news.title]).toEqual(['Team', 'The News'])
    expect(await emulator.group('team', { owner: bob })).toMatchObject({ id: team.id })

    expect(await alice.start(greeter, 'deep')).toMatchObject({ text: '/start deep' })
    expect(await alice.send('greeter', 'hi')).toMatchObject({ message_id: 2, text: 'hi' })
    expect(await alice.edit('greeter', 2, 'hello')).toMatchObject({ message_id: 2, text: 'hello' })
    const file = { name: 'a.txt', bytes: 'Grüße' }
    const sent = await alice.sendFile(greeter, 'document', file, { caption: 'look' })
    expect(sent).toMatchObject({ caption: 'look', document: { file_name: 'a.txt', file_size: 7 } })
    expect(Buffer.from(await emulator.file(sent.document!.file_unique_id)).toString()).toBe('Grüße')

    await greeter.call('sendMessage', {
      chat_id: alice.id,
      text: 'sure?',
      reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }]] },
    })
    expect(await alice.press(greeter, 'Yes')).toMatchObject({ data: 'y' })
    await greeter.call('sendMessage', { chat_id: alice.id, text: 'or?', reply_markup: { keyboard: [['No']] } })
    expect(await alice.tap('greeter', 'No')).toMatchObject({ text: 'No' })
    const types = ['message', 'message', 'edited_message', 'message', 'callback_query', 'message']
    expect((await greeter.updates()).map((update) => Object.keys(update)[1])).toEqual(types)

    await carol.join(team)
    await alice.mute(team, carol)
    await expect(carol.send(team, 'x')).rejects.toMatchObject({ code: 'muted' })
    await alice.unmute(team, carol)
    const said = await carol.send(team, 'x')
    await alice.promote(team, bob, { can_pin_messages: true }, 'helper')
    await bob.pin(team, said.message_id)
    expect(await bob.chat(team)).toMatchObject({ pinned_message_id: said.message_id })
    await bob.unpin(team)
    await alice.demote(team, bob)
    await alice.ban(team, carol)
    await alice.unban(team, carol)
    await alice.add(team, carol)
    await carol.leave(team)
    await alice.delete(team, said.message_id)
    await bob.read(team)
    expect(await bob.chats()).toMatchObject([{ handle: 'team', unread: 0 }, { handle: 'news' }])
    await alice.block(greeter)
    expect(await greeter.call('sendMessage', { chat_id: alice.id, text: 'x' })).toMatchObject({ error_code: 400 })
    await alice.unblock(greeter)
  })

  it('moves the clock by time spans and to dates', async () => {
    const emulator = await open()
    const { clock } = emulator
    await clock.freeze()
    expect(await clock.set('2030-01-01T00:00:00Z')).toBe(1_893_456_000)
    expect(await clock.advance('48h')).toBe(1_893_628_800)
    expect(await clock.set('2min')).toBe(1_893_628_920)
    expect(await clock.advance(0.5)).toBe(1_893_628_920.5)
    expect(await clock.set(new Date(1_893_700_000_000))).toBe(1_893_700_000)
    expect(await clock.now()).toBe(1_893_700_000)
    await clock.resume()
    await expect(clock.advance('soon')).rejects.toMatchObject({
      code: 'invalid-params',
      message: '"soon" isn\'t a time span. Write 48h, 90s or 10m.',
    })
    await expect(clock.set('soon')).rejects.toMatchObject({
      code: 'invalid-params',
      message: '"soon" is not a date. Write a date such as 2027-01-15T12:00:00Z.',
    })
  })

  it('shows calls, waits for them, and performs any action', async () => {
    const emulator = await open()
    const greeter = await emulator.bot('greeter')
    const made = await emulator.perform('createUser', { first_name: 'Alice', handle: 'alice' })
    await emulator.perform('start', { as: 'alice', bot: 'greeter' })
    await greeter.call('sendMessage', { chat_id: made.id, text: 'Hello' })
    await greeter.call('getMe')
    expect((await emulator.calls({ method: 'sendMessage' })).map(({ params }) => params.text)).toEqual(['Hello'])
    expect((await greeter.calls()).map(({ method }) => method)).toEqual(['sendMessage', 'getMe'])
    expect(await emulator.wait({ call: 'sendMessage', with: { chat_id: 'alice', text: /^hello$/i } })).toMatchObject({
      ok: true,
    })
    await expect(emulator.perform('send', { as: 'alice', to: 'nobody', text: 'x' })).rejects.toThrow(Problem)
  })

  it('accepts any object with an id in place of a handle', async () => {
    const emulator = await open()
    const [alice, bob] = [{ id: (await emulator.user('alice')).id }, { id: (await emulator.user('bob')).id }]
    const team = { id: (await emulator.perform('createGroup', { title: 'Team', owner: alice, members: [bob] })).id }
    await emulator.perform('send', { as: bob, to: team, text: 'hi' })
    const { messages } = await emulator.view('/users/:user/chats/:chat', { user: alice, chat: team })
    expect(messages.map(({ text }) => text)).toContain('hi')
    expect(await emulator.calls({ bot: { id: (await emulator.bot('greeter')).id } })).toEqual([])
  })
})

describe('of its own', () => {
  it('is ready at once, on a free port, and frees it at the end', async () => {
    const emulator = await startEmulator()
    expect(emulator.url).toBe(`http://127.0.0.1:${emulator.port}`)
    expect((await fetch(`${emulator.url}/_emulator/health`)).status).toBe(200)
    await Promise.all([emulator.stop(), emulator.stop()])
    await expect(fetch(`${emulator.url}/_emulator/health`)).rejects.toThrow()
    const next = await started({ port: emulator.port })
    expect(next.port).toBe(emulator.port)
  })

  it('reports that it was stopped, to running and to later waits', async () => {
    const emulator = await startEmulator()
    const alice = await emulator.user('alice')
    const waiting = [alice.waitForReply(), emulator.wait({ call: 'sendMessage' })]
    const ended = Promise.allSettled(waiting)
    await emulator.health()
    await emulator.stop()
    const closed = (hint: string) => ({ code: 'closed', message: `The emulator was stopped. ${hint}`, hint })
    const later = closed('Use the emulator before you call stop().')
    const reason = closed('Stop the emulator only after the end of the wait.')
    expect(await ended).toMatchObject([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ])
    await expect(emulator.user('bob')).rejects.toMatchObject(later)
    await expect(emulator.calls()).rejects.toMatchObject(later)
    await expect(alice.waitForReply()).rejects.toMatchObject(later)
    expect(() => emulator.events()).toThrow('The emulator was stopped.')
  })

  it('stops when it goes out of scope', async () => {
    let url = ''
    {
      await using emulator = await startEmulator()
      url = emulator.url
      expect((await fetch(`${url}/_emulator/health`)).status).toBe(200)
    }
    await expect(fetch(`${url}/_emulator/health`)).rejects.toThrow()
  })

  it('reports a missing await', async () => {
    const promise = startEmulator() as unknown as RunningEmulator & Promise<RunningEmulator>
    expect(() => promise.user('alice')).toThrow(
      'startEmulator() returns a promise, which does not have user. Write: await startEmulator()',
    )
    await (await promise).stop()
  })

  it('refuses an unknown option', async () => {
    const said = {
      code: 'invalid-params',
      message: 'startEmulator does not have the option "prot". Did you mean port?',
      hint: 'Did you mean port?',
    }
    await expect(startEmulator({ prot: 1 } as StartOptions)).rejects.toMatchObject(said)
  })

  it('refuses invalid values in a sentence', async () => {
    const emulator = await started()
    const alice = await emulator.user('alice')
    const greeter = await emulator.bot('greeter')
    const untyped = emulator as unknown as Record<'user' | 'bot', (ref?: unknown, fields?: unknown) => Promise<unknown>>
    const FORM = 'a handle, an @username or an id'
    await expect(untyped.user()).rejects.toThrow(`user takes ${FORM}. The call passed nothing.`)
    await expect(untyped.user('')).rejects.toThrow(`user takes ${FORM}. The call passed "".`)
    await expect(untyped.bot({ first_name: 'X' })).rejects.toThrow(
      `bot takes ${FORM}. The call passed {"first_name":"X"}.`,
    )
    await expect(untyped.bot('x', '42:TEST')).rejects.toThrow(
      'bot takes the fields as an object. Write bot("x", { token: "42:TEST" }).',
    )
    await expect(untyped.user('bob', 'Bob')).rejects.toThrow(
      'user takes the fields as an object. Write user("bob", { first_name: "Bob" }).',
    )
    await expect(alice.waitForReply({ whitin: 1 } as ReplyQuery)).rejects.toThrow(
      'waitForReply does not have the option "whitin". Did you mean within?',
    )
    await expect(alice.waitForEdit('hello' as ReplyQuery)).rejects.toThrow(
      'waitForEdit takes { within, from, chat, text, buttons }. The call passed "hello".',
    )
    await expect(alice.sendFile(greeter, 'photo', 'cat.jpg' as unknown as FileToSend)).rejects.toThrow(
      'sendFile takes a file as { name, bytes }, such as { name: "a.txt", bytes: "hi" }. The call passed "cat.jpg".',
    )
    expect(() => greeter.drive(undefined as unknown as UpdateHandler)).toThrow(
      'drive takes a function that receives each update. The call passed nothing.',
    )
    await expect(startEmulator({ port: 70_000 })).rejects.toThrow(
      'port takes a number from 0 to 65535. The call passed 70000.',
    )
    await expect(connectEmulator(undefined as unknown as string)).rejects.toThrow('"undefined" is not a URL.')
    expect((await emulator.view('/users')).map(({ handle }) => handle)).not.toContain('undefined')
  })

  it('gives a bot a username, unless the world names one or the username is taken', async () => {
    const bots = { greeter: {}, other: { username: 'answers_bot' }, third: {} }
    const emulator = await startEmulator({ world: { users: { eve: { username: 'Third_bot' } }, bots } })
    onTestFinished(() => emulator.stop())
    const usernames = (await emulator.view('/bots')).map(({ username }) => username)
    expect(usernames).toEqual(['greeter_bot', 'answers_bot', undefined])
  })

  it('refuses an invalid port or world, and leaves nothing behind', async () => {
    const { port } = await started()
    await expect(startEmulator({ port })).rejects.toMatchObject({ code: 'port-in-use' })
    const world = { groups: { team: { owner: 'nobody' } } }
    await expect(startEmulator({ world })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('twenty emulators at once do not share data', async () => {
    const emulators = await Promise.all(Array.from({ length: 20 }, () => started()))
    expect(new Set(emulators.map(({ port }) => port)).size).toBe(20)
    const replies = emulators.map(async (emulator, i) => {
      const greeter = await emulator.bot('greeter')
      const alice = await emulator.user('alice')
      await alice.start(greeter)
      const reply = alice.waitForReply()
      await greeter.call('sendMessage', { chat_id: alice.id, text: `from ${i}` })
      await emulator.clock.advance(i * 1000)
      return (await reply).text
    })
    expect(await Promise.all(replies)).toEqual(emulators.map((_, i) => `from ${i}`))
    for (const [i, emulator] of emulators.entries()) {
      expect(await emulator.view('/users')).toHaveLength(2)
      // A port may have been another test's, whose bot still calls it with a token that is unknown here.
      const calls = await emulator.calls({ bot: 'greeter' })
      expect(calls.map(({ params }) => params.text)).toEqual([`from ${i}`])
    }
    const times = await Promise.all(emulators.map(({ clock }) => clock.now()))
    expect(times.every((time, i) => i === 0 || time - times[i - 1]! > 900)).toBe(true)
  })
})
