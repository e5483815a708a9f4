// Waiting for what is on a person's screen, and until bots are ready or idle.

import { describe, expect, it } from 'vitest'
import type { Client } from '../../../src/control/client/client.ts'
import { DOORS, type Stage, stage } from './doors.ts'

const BUTTONS = { inline_keyboard: [[{ text: 'Sub', callback_data: 's' }]] }

/** alice has started greeter, and it has sent her a menu. */
async function menu(open: (here: Stage) => Client) {
  const here = await stage()
  const client = open(here)
  await client.perform('start', { as: 'alice', bot: 'greeter' })
  await here.greeter.drain()
  const say = (text: string, more = {}) => here.greeter.ok('sendMessage', { chat_id: here.alice.id, text, ...more })
  const edit = (message_id: number, text: string) =>
    here.greeter.ok('editMessageText', { chat_id: here.alice.id, message_id, text })
  const { message_id } = await say('Menu', { reply_markup: BUTTONS })
  return { ...here, client, say, edit, message_id: Number(message_id) }
}

const to = (text: string, more = {}) => ({ reply: { to: 'alice', text, ...more }, within: 0 })

describe.each(DOORS)('%s', (_door, open) => {
  it('finds a message that is already there, and one that comes later', async () => {
    const { client, say, message_id } = await menu(open)
    const found = await client.wait(to('Menu', { in: 'greeter', buttons: ['Sub'] }))
    expect(found).toEqual({
      events: [expect.any(Number)],
      message: expect.objectContaining({ message_id, text: 'Menu' }),
    })
    const later = client.wait({ reply: { to: 'alice', text: '/^bye/i' }, after: found.events[0] })
    await say('Bye')
    expect((await later).message.text).toBe('Bye')
  })

  it('finds a message again after each edit, also if it was edited back', async () => {
    const { client, edit, message_id } = await menu(open)
    const first = await client.wait(to('Menu'))
    await edit(message_id, 'Submenu')
    const second = await client.wait({ ...to('Submenu'), except: first.events })
    await edit(message_id, 'Menu')
    const third = await client.wait({ ...to('Menu'), except: [...first.events, ...second.events] })
    expect(third.message.message_id).toBe(message_id)
    const fourth = client.wait({ ...to('Menu'), except: [...first.events, ...second.events, ...third.events] })
    await expect(fourth).rejects.toMatchObject({ code: 'no-reply' })
  })

  it('finds only edits, or only new messages', async () => {
    const { client, edit, message_id } = await menu(open)
    const { events: sent } = await client.wait(to('Menu'))
    await expect(client.wait(to('Menu', { kind: 'edit' }))).rejects.toMatchObject({ code: 'no-reply' })
    await edit(message_id, 'Submenu')
    const found = await client.wait(to('Submenu', { kind: 'edit' }))
    expect(found.message.message_id).toBe(message_id)
    // A new message stays one after its edit.
    expect(await client.wait({ ...to('Submenu', { kind: 'message' }), except: found.events })).toMatchObject({
      events: sent,
    })
  })

  it('says what came closest', async () => {
    const { client } = await menu(open)
    await expect(client.wait(to('Menus', { buttons: ['Sub'] }))).rejects.toMatchObject({
      code: 'no-reply',
      message: 'Alice got no such message within 0 s.',
      hint: ['The nearest is message 2:', '  text was       "Menu"', '       expected  "Menus"'].join('\n'),
      details: { nearest: { path: 'text', expected: 'Menus', actual: 'Menu' } },
    })
  })

  it.each([
    ['an unknown person', { to: 'alic' }, 'not-found', 'Unknown person "alic".'],
    ['an unknown bot', { to: 'alice', from: 'gretter' }, 'not-found', 'Unknown bot "gretter".'],
    ['an unknown chat', { to: 'alice', in: 'team' }, 'not-found', 'Unknown bot or chat "team".'],
    ['a mistyped key', { to: 'alice', txt: 'a' }, 'invalid-params', 'wait: reply: Unrecognized key: "txt"'],
    ['a broken expression', { to: 'alice', text: '/(/' }, 'bad-pattern', expect.stringContaining('/(/')],
  ])('refuses %s', async (_name, reply, code, message) => {
    const { client } = await menu(open)
    await expect(client.wait({ reply })).rejects.toMatchObject({ code, message })
  })

  it('waits until a bot is ready', async () => {
    const { client, greeter, isPolling } = await menu(open)
    const late = client.wait({ until: 'ready', bot: 'greeter', after: (await client.view('/cursor')).call, within: 0 })
    await expect(late).rejects.toMatchObject({
      code: 'not-ready',
      message: 'greeter neither polls nor has a webhook after 0 s.',
    })
    const ready = client.wait({ until: 'ready', bot: 'greeter' })
    const poll = greeter.call('getUpdates', { timeout: 50 })
    expect(await ready).toBe(true)
    expect(await isPolling(greeter.id)).toBe(true)
    await client.perform('send', { as: 'alice', to: 'greeter', text: 'end' })
    await poll
  })

  it('waits until the bots are idle', async () => {
    const { client, greeter } = await menu(open)
    await client.perform('send', { as: 'alice', to: 'greeter', text: 'work' })
    const busy = client.wait({ until: 'idle', within: 0 })
    await expect(busy).rejects.toMatchObject({
      code: 'not-idle',
      hint: 'Greeter has not asked for update 2, which is pending.',
    })
    const idle = client.wait({ until: 'idle', for: '20ms' })
    await greeter.drain()
    expect(await idle).toBe(true)
  })

  it('ends early once the bot is idle', async () => {
    const { client } = await menu(open)
    const missing = client.wait({ ...to('Bye'), within: 60, while_working: true })
    await expect(missing).rejects.toMatchObject({
      message: 'Alice got no such message, and the bot is idle.',
      details: { reason: 'idle' },
    })
  })

  it('ends early once the program has ended', async () => {
    const { client } = await menu(open)
    await client.reportProgram({ bot: 'greeter', how: 'started', command: 'node bot.js' })
    const missing = client.wait({ ...to('Bye'), within: 60, while_working: true })
    await client.reportProgram({ bot: 'greeter', how: 'wrote', lines: ['TypeError: x'], error: 'TypeError: x' })
    await client.reportProgram({ bot: 'greeter', how: 'ended', code: 1, signal: null })
    await expect(missing).rejects.toMatchObject({
      hint: expect.stringMatching(/^TypeError: x\. The bot ended with code 1\./),
      details: { reason: 'failed', diagnosis: { state: 'ended' } },
    })
  })
})
