// What a test wants of a conversation: edits, one chat, a bot that is ready, one that is driven, and problems that say where.

import { Bot } from 'grammy'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Problem } from '../../../src/index.ts'
import { toHaveReply } from '../../../src/testing/library/runners/matchers.ts'
import { started, WAYS } from '../../helpers/started.ts'

expect.extend({ toHaveReply })

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    toHaveReply(text?: string | RegExp, options?: Parameters<typeof toHaveReply>[2]): Promise<void>
  }
}

const BUTTONS = { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }], [{ text: 'No', callback_data: 'n' }]] }

describe.each(WAYS)('%s', (_way, open) => {
  async function meeting() {
    const emulator = await open()
    const alice = await emulator.user('alice')
    const greeter = await emulator.bot('greeter')
    await alice.start(greeter)
    const say = (text: string, more = {}) => greeter.call('sendMessage', { chat_id: alice.id, text, ...more })
    return { emulator, alice, greeter, say }
  }

  it('waits for an edit, apart from new messages', async () => {
    const { alice, greeter, say } = await meeting()
    await say('one')
    await expect(alice.waitForEdit({ within: 0 })).rejects.toThrow(
      /^Alice got no edit within 0 s\. Greeter made 1 call\.\n {2}call 1: sendMessage → 200\n/,
    )
    await greeter.call('editMessageText', { chat_id: alice.id, message_id: 2, text: 'two' })
    expect(await alice.waitForEdit({ within: 1 })).toMatchObject({ message_id: 2, text: 'two' })
    expect(await alice.waitForReply({ within: 0 })).toMatchObject({ message_id: 2 })
    await expect(alice.waitForEdit({ within: 0, text: 'two' })).rejects.toMatchObject({ code: 'no-reply' })
  })

  it('has one chat as an object, which is the view when it is awaited', async () => {
    const { alice, greeter, say } = await meeting()
    const chat = alice.chat(greeter)
    expect(await chat.send('hi')).toMatchObject({ message_id: 2, text: 'hi' })
    await say('sure?', { reply_markup: BUTTONS })
    expect((await chat.messages()).map(({ text }) => text)).toEqual(['/start', 'hi', 'sure?'])
    expect(await chat).toMatchObject({ kind: 'private', handle: 'greeter', messages: [{}, {}, {}] })
    expect(await chat.waitForReply()).toMatchObject({ text: 'sure?' })
    expect(await chat.press('No')).toMatchObject({ data: 'n' })
    expect(await chat.press({ row: 1, column: 1 })).toMatchObject({ data: expect.stringMatching(/^\w$/) })
    expect(await chat.press({ data: 'n' })).toMatchObject({ data: 'n' })
    expect(await chat.read()).toBe(true)
    await expect(chat.send('')).rejects.toThrow(Problem)
  })

  it('waits until a bot is ready', async () => {
    const { alice, greeter, emulator } = await meeting()
    const { base_url } = await emulator.health()
    await expect(greeter.ready({ within: '50ms' })).rejects.toThrow(
      `greeter neither polls nor has a webhook after 0.05 s. No program is connected as Greeter. Start its program with the token of Greeter and the API root ${base_url}.`,
    )
    const ready = greeter.ready()
    const poll = greeter.call('getUpdates', { offset: 2, timeout: 5 })
    await ready
    await alice.send(greeter, 'x')
    expect(await poll).toMatchObject({ result: [{ message: { text: 'x' } }] })
    await expect(greeter.ready({ within: 0 })).rejects.toMatchObject({ code: 'not-ready' })
  })

  it('drives a bot of this process, and confirms its updates', async () => {
    const { alice, greeter, say } = await meeting()
    const seen: number[] = []
    const breaking = Promise.withResolvers<void>()
    const drive = greeter.drive(async ({ update_id, message }) => {
      seen.push(update_id)
      if (message?.text === 'break') {
        breaking.resolve()
        throw new Error('out of order')
      }
      if (message) await say(`You said: ${message.text}`)
    })
    await greeter.ready({ within: 0 })
    await expect(alice).toHaveReply('You said: /start')
    await alice.send(greeter, 'more')
    await expect(alice).toHaveReply('You said: more')
    await alice.untilBotsRest()
    expect(await greeter.updates()).toEqual([])
    await alice.send(greeter, 'break')
    await breaking.promise
    await expect(alice.waitForReply({ within: 0 })).rejects.toThrow(
      / The handler of greeter threw: Error: out of order\.\n {2}at .*conversation\.test\.ts:\d+:\d+/,
    )
    await expect(drive.stop()).rejects.toThrow('out of order')
    expect(seen).toEqual([1, 2, 3])
  })

  it('rethrows an error that the handler throws while stop waits for it', async () => {
    const { greeter } = await meeting()
    const started = Promise.withResolvers<void>()
    const stopping = Promise.withResolvers<void>()
    const drive = greeter.drive(async () => {
      started.resolve()
      await stopping.promise
      throw new Error('out of order')
    })
    await started.promise
    const stopped = drive.stop()
    stopping.resolve()
    await expect(stopped).rejects.toThrow('out of order')
    expect(await greeter.updates()).toEqual([])
  })

  it('handles the next update after the handler has thrown, and reports each error once', async () => {
    const { alice, greeter, say } = await meeting()
    const drive = greeter.drive(async ({ message }) => {
      if (message?.text !== 'hi') throw new Error(`no answer to ${message?.text}`)
      await say('hello')
    })
    await expect(expect(alice).not.toHaveReply()).rejects.toThrow('no answer to /start')
    await expect(expect(alice).toHaveReply('hello', { within: 0 })).rejects.toThrow(
      /^Alice got no message "hello" within 0 s\. The handler of greeter threw: Error: no answer to \/start\.(?:\n {2}at .*)+\nWhat people saw:\n/,
    )
    await expect(alice).not.toHaveReply()
    await alice.send(greeter, 'ho')
    await alice.send(greeter, 'hi')
    await expect(alice).toHaveReply('hello')
    await expect(alice.untilBotsRest()).rejects.toThrow('no answer to ho')
    await drive.stop()
    expect(await greeter.updates()).toEqual([])
  })

  it('drives a bot again with the remaining updates, none of them twice', async () => {
    const { alice, greeter, say } = await meeting()
    const seen: string[] = []
    const driveOnce = async () => {
      const drive = greeter.drive(async ({ message }) => {
        seen.push(message?.text ?? '')
        await say('Yes')
        await new Promise((resolve) => setTimeout(resolve, 50))
      })
      await expect(alice).toHaveReply('Yes')
      await drive.stop()
    }
    await driveOnce()
    for (const text of ['one', 'two']) await alice.send(greeter, text)
    await driveOnce()
    expect(seen).toEqual(['/start', 'one'])
    expect((await greeter.updates()).map(({ message }) => message?.text)).toEqual(['two'])
  })

  it('passes each update to the later of two drives', async () => {
    const { alice, greeter } = await meeting()
    const seen: string[][] = [[], []]
    for (const texts of seen) {
      greeter.drive(async ({ message }) => {
        texts.push(message?.text ?? '')
        await new Promise((resolve) => setTimeout(resolve, 50))
      })
      await alice.send(greeter, 'one')
      await alice.untilBotsRest()
    }
    expect(seen).toEqual([['/start', 'one'], ['one']])
  })

  it('passes no pending update to a stopped drive', async () => {
    const { alice, greeter } = await meeting()
    for (const text of ['one', 'two']) await alice.send(greeter, text)
    const begun = Promise.withResolvers<void>()
    const seen: unknown[] = []
    const drive = greeter.drive(async ({ message }) => {
      seen.push(message?.text)
      begun.resolve()
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
    await begun.promise
    await drive.stop()
    expect(seen).toEqual(['/start'])
  })

  it('drives a bot of grammY', async () => {
    const { emulator, alice, greeter } = await meeting()
    const bot = new Bot(greeter.token, { client: { apiRoot: emulator.url } })
    bot.command('start', (ctx) => ctx.reply(`I am @${ctx.me.username}`))
    await bot.init()
    await using _ = greeter.drive((update) => bot.handleUpdate(update as never))
    await expect(alice).toHaveReply('I am @greeter_bot')
  })

  describe('toHaveReply', () => {
    it('matches each reply once, by text, buttons and chat', async () => {
      const { emulator, alice, greeter, say } = await meeting()
      const team = await emulator.group('team', { owner: alice, members: [greeter] })
      await say('Hello, Alice!', { reply_markup: BUTTONS })
      await greeter.call('sendMessage', { chat_id: team.id, text: 'Hello, all!' })
      await expect(alice).toHaveReply(/^Hello/, { buttons: ['Yes', 'No'] })
      await expect(alice.chat(team)).toHaveReply('Hello, all!')
      await expect(alice).not.toHaveReply()
      setTimeout(() => void say('late'), 100)
      await expect(alice.chat(greeter)).toHaveReply('late')
    })

    it('matches only the newest version of a message, which no other wait returns then', async () => {
      const { alice, greeter, say } = await meeting()
      await say('one')
      await say('two')
      await greeter.call('editMessageText', { chat_id: alice.id, message_id: 3, text: 'three' })
      await expect(alice).not.toHaveReply('two')
      await expect(alice).toHaveReply('three')
      expect(await alice.waitForReply({ within: 0 })).toMatchObject({ text: 'one' })
      await expect(alice.waitForReply({ within: 0 })).rejects.toMatchObject({ code: 'no-reply' })
      await expect(alice.waitForEdit({ within: 0 })).rejects.toMatchObject({ code: 'no-reply' })
      await expect(alice).not.toHaveReply()
    })

    it('lists the other messages', async () => {
      const { alice, say } = await meeting()
      await say('Hello', { reply_markup: BUTTONS })
      await expect(expect(alice).toHaveReply('Bye', { within: 0 })).rejects.toThrow(
        'Alice got no message "Bye" within 0 s. The nearest is message 2:\n  text was       "Hello"\n       expected  "Bye"\nWhat people saw:\n',
      )
      await expect(expect(alice).toHaveReply('Hello', { within: 0, buttons: ['Yes'] })).rejects.toThrow(
        'Alice got no message "Hello" with ‹"Yes"› within 0 s. The nearest is message 2:\n  buttons.length was       2 (a number)\n                 expected  1 (a number)\n',
      )
      await expect(expect(alice).not.toHaveReply('Hello')).rejects.toThrow(
        'Unexpected matching reply from Greeter: "Hello"',
      )
      await expect(expect('alice').toHaveReply('Hello')).rejects.toThrow(
        'toHaveReply needs a person of the emulator, or one of their chats.',
      )
    })

    it('.not waits until the bot is idle, and not longer', async () => {
      const { alice, greeter, say } = await meeting()
      let answers = true
      const drive = greeter.drive(async ({ message }) => {
        await new Promise((resolve) => setTimeout(resolve, 150))
        if (answers) await say(`You said: ${message?.text}`)
      })
      await expect(expect(alice).not.toHaveReply()).rejects.toThrow('"You said: /start"')
      answers = false
      await alice.send(greeter, 'x')
      const began = performance.now()
      await expect(alice).not.toHaveReply(undefined, { within: '50s' })
      expect(performance.now() - began).toBeLessThan(40_000)
      expect(await greeter.updates()).toEqual([])
      await drive.stop()
    })
  })

  it('names the remedy in the message, and the test in the stack', async () => {
    const { alice } = await meeting()
    const error = await alice.send('nobdy', 'x').catch((error) => error)
    expect(error).toBeInstanceOf(Problem)
    expect(error.message).toMatch(/^Unknown .*"nobdy"\. /)
    expect(error.stack.split('\n')[1]).toContain('test/testing/library/conversation.test.ts')
  })

  it.each(['alice', 'greeter'])('accepts people and bots in place of handles: %s', async (handle) => {
    const { emulator, alice, greeter } = await meeting()
    const who = handle === 'alice' ? alice : greeter
    const team = await emulator.group('team', { owner: alice, members: [greeter] })
    await emulator.perform('send', { as: alice, to: team, text: 'x' })
    expect(await emulator.view('/chats/:chat/members', { chat: team })).toHaveLength(2)
    expect(await emulator.calls({ bot: greeter })).toEqual([])
    expect(await greeter.profile(alice)).toMatchObject({ started: true })
    await emulator.perform('injectFault', {
      bot: greeter,
      operation: 'sendMessage',
      match: { chat_id: who.id },
      status: 500,
    })
  })
})

it('continues if a test fakes the time', async () => {
  const emulator = await started()
  const alice = await emulator.user('alice')
  const greeter = await emulator.bot('greeter')
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  await alice.start(greeter)
  await greeter.call('sendMessage', { chat_id: alice.id, text: 'x' })
  expect(await alice.waitForReply()).toMatchObject({ text: 'x' })
  await expect(alice.waitForReply({ within: '50ms' })).rejects.toMatchObject({ code: 'no-reply' })
  vi.setSystemTime(0)
  expect(await emulator.clock.now()).toBeGreaterThan(1_700_000_000)
})

it('resets the world, and keeps the tokens of its bots', async () => {
  const emulator = await started({ world: { users: { zoe: {} }, bots: { helper: {} } } })
  const alice = await emulator.user('alice')
  const greeter = await emulator.bot('greeter')
  const helper = await emulator.bot('helper')
  await alice.start(greeter)
  await greeter.call('sendMessage', { chat_id: alice.id, text: 'before' })
  await emulator.reset()
  expect((await emulator.view('/users')).map(({ handle }) => handle)).toContain('zoe')
  await expect(emulator.view('/users/alice')).rejects.toMatchObject({ code: 'not-found' })
  expect(await emulator.bot('helper')).toMatchObject({ token: helper.token })
  expect(await emulator.bot('greeter')).toMatchObject({ token: greeter.token, username: 'greeter_bot' })
  const again = await emulator.user('alice')
  expect(again).not.toBe(alice)
  await again.start('greeter')
  await expect(again.waitForReply({ within: 0 })).rejects.toMatchObject({ code: 'no-reply' })
})

it('an invalid world is refused in a sentence', async () => {
  const { startEmulator } = await import('../../../src/index.ts')
  await expect(startEmulator({ world: { user: {} } as never })).rejects.toThrow(
    'world does not take "user". Did you mean users?',
  )
  await expect(startEmulator({ world: { users: { a: { first_nam: 'A' } } } as never })).rejects.toThrow(
    /^world\.users\.a: /,
  )
})
