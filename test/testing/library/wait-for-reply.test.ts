// Waiting for what a bot writes: each message once, in order, where the person sees it; and what is said otherwise.

import { describe, expect, it } from 'vitest'
import type { Stage } from '../../../src/index.ts'
import { escapeRegex } from '../../../src/lib/compare/regex.ts'
import { WAYS } from '../../helpers/started.ts'

async function acquainted(open: () => Promise<Stage>) {
  const emulator = await open()
  const greeter = await emulator.bot('greeter')
  const [alice, bob] = await Promise.all([emulator.user('alice'), emulator.user('bob')])
  await alice.start(greeter)
  await bob.start(greeter)
  const say = (chat_id: number | string, text: string, more = {}) =>
    greeter.call('sendMessage', { chat_id, text, ...more })
  return { emulator, greeter, alice, bob, say }
}

/** A whole message, in which `+N s` is any time. */
const lines = (...all: string[]) =>
  new RegExp(`^${all.map((line) => escapeRegex(line).replace('\\+N s', '\\+\\d\\.\\d\\d s')).join('\n')}$`)

describe.each(WAYS)('%s', (_way, open) => {
  it('returns later messages, and messages that already came', async () => {
    const { alice, greeter, say } = await acquainted(open)
    // Longer than any timer of Node.
    const later = alice.waitForReply({ within: '30d' })
    await alice.chats()
    await say(alice.id, 'one')
    expect(await later).toMatchObject({ text: 'one', chat: { id: alice.id }, author: { handle: greeter.handle } })
    await say(alice.id, 'two')
    expect((await alice.waitForReply({ within: 0.5 })).text).toBe('two')
  })

  it('refuses an invalid expression, and keeps the messages', async () => {
    const { alice, say } = await acquainted(open)
    await say(alice.id, 'one')
    await expect(alice.waitForReply({ text: '/(/' })).rejects.toMatchObject({ code: 'bad-pattern' })
    expect((await alice.waitForReply()).text).toBe('one')
  })

  it('returns each message once and in order, also to several waits', async () => {
    const { alice, say } = await acquainted(open)
    const waiting = Promise.all([alice.waitForReply(), alice.waitForReply(), alice.waitForReply()])
    for (const text of ['one', 'two', 'three']) await say(alice.id, text)
    expect((await waiting).map(({ text }) => text)).toEqual(['one', 'two', 'three'])
  })

  it('ignores messages of people, messages to others, and joined or left members', async () => {
    const { emulator, alice, bob, greeter, say } = await acquainted(open)
    const club = await emulator.group('club', { owner: bob, members: [greeter] })
    const team = await emulator.group('team', { owner: alice, members: [bob] })
    await say(bob.id, 'for bob')
    await say(club.id, 'for the club')
    await bob.send(team, 'from bob')
    await alice.send(greeter, 'from alice')
    await alice.add(team, greeter)
    await say(team.id, 'for the team')
    expect((await alice.waitForReply()).text).toBe('for the team')
    expect((await bob.waitForReply()).text).toBe('for bob')
    expect((await bob.waitForReply()).text).toBe('for the club')
    expect((await bob.waitForReply()).text).toBe('for the team')
  })

  it('selects by bot, chat and text, and keeps the other messages for later', async () => {
    const { emulator, alice, greeter, say } = await acquainted(open)
    const other = await emulator.bot('other')
    const team = await emulator.group('team', { owner: alice, members: [greeter, other] })
    await say(alice.id, 'one')
    await say(team.id, 'two')
    await other.call('sendMessage', { chat_id: team.id, text: 'three' })
    await say(alice.id, 'four')
    expect((await alice.waitForReply({ text: /^f/ })).text).toBe('four')
    expect((await alice.waitForReply({ from: 'other' })).text).toBe('three')
    expect((await alice.waitForReply({ chat: 'team' })).text).toBe('two')
    expect((await alice.waitForReply({ chat: greeter, text: 'one' })).text).toBe('one')
    await expect(alice.waitForReply({ within: 0 })).rejects.toMatchObject({ code: 'no-reply' })
    await expect(alice.waitForReply({ chat: 'nowhere' })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('lists the other messages', async () => {
    const { alice, say } = await acquainted(open)
    await say(alice.id, 'Hello\u200b')
    await expect(alice.waitForReply({ text: 'Hello', from: 'greeter', within: '50ms' })).rejects.toMatchObject({
      code: 'no-reply',
      message: expect.stringMatching(
        lines(
          'Alice got no message "Hello" from greeter within 0.05 s. The nearest is message 2:',
          '  text was       "Hello\\u200b"',
          '       expected  "Hello"',
          'What people saw:',
          '  +N s  [Alice · greeter] Alice: /start',
          '  +N s  [Bob · greeter] Bob: /start',
          '  +N s  [Alice · greeter] Greeter: Hello\\u200b',
        ),
      ),
      hint: expect.stringMatching(/^The nearest is message 2:\n/),
    })
    await say(alice.id, 'Hello, Alice')
    await expect(alice.waitForReply({ text: /^Hello, \w+!/, within: 0 })).rejects.toThrow(
      '  text was       "Hello, Alice"\n       expected  /^Hello, \\w+!/',
    )
  })

  it('names the refused call of the bot, and its cause', async () => {
    const { alice, bob, greeter, say } = await acquainted(open)
    await alice.block(greeter)
    await say(alice.id, 'x')
    await say(bob.id, 'y')
    await expect(alice.waitForReply({ within: 0 })).rejects.toMatchObject({
      message: expect.stringMatching(
        lines(
          'Alice got no message within 0 s. sendMessage with text "x" was refused: Bad Request: chat not found: Alice has blocked Greeter (CID-10).',
          'Refused calls:',
          `  call 1: greeter sendMessage chat_id ${alice.id}, text "x" → 400 Bad Request: chat not found because Alice has blocked Greeter (CID-10)`,
          'What people saw:',
          '  +N s  [Alice · greeter] Alice: /start',
          '  +N s  [Bob · greeter] Bob: /start',
          '  +N s  alice: block in greeter',
          '  +N s  [Bob · greeter] Greeter: y',
        ),
      ),
    })
  })

  it('shows a message as the bot wrote it, and then as the bot edited it', async () => {
    const { alice, greeter } = await acquainted(open)
    const reply_markup = { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] }
    const sent = await greeter.call('sendMessage', { chat_id: alice.id, text: 'Sure?', reply_markup })
    const { message_id } = sent.result as { message_id: number }
    await greeter.call('editMessageText', { chat_id: alice.id, message_id, text: 'Done.' })
    const error: Error = await alice.waitForReply({ text: 'Bye', within: 0 }).catch((problem) => problem)
    expect(error.message).toMatch(
      /\+[\d.]+ s {2}\[Alice · greeter\] Greeter: Sure\? {2}‹Yes›\n {2}\+[\d.]+ s {2}\[Alice · greeter\] Greeter edits message \d+: Done\.$/,
    )
  })

  it('explains a missing call in the same way, with a stack that begins in this file', async () => {
    const { emulator, alice, say } = await acquainted(open)
    await say(alice.id, 'Hello')
    const error: Error = await emulator.wait({ call: 'sendMessage', with: { text: 'Bye' }, within: 0 }).then(
      () => expect.fail('there was no such call'),
      (problem) => problem,
    )
    expect(error.message).toMatch(
      /^No call of sendMessage was made within 0 s\. The nearest call, \d+, has with\.text "Hello", not "Bye"\.\nWhat people saw:\n/,
    )
    expect(error.message).toContain('  [Alice · greeter] Greeter: Hello')
    expect(error.stack?.split('\n').find((line) => /^ {4}at /.test(line))).toContain('wait-for-reply.test.ts')
  })

  it('reports that no program asks for updates, or that no bot made a call', async () => {
    const { emulator, alice, greeter } = await acquainted(open)
    const { base_url } = await emulator.health()
    await alice.send(greeter, 'anybody there?')
    await expect(alice.waitForReply({ within: 0 })).rejects.toMatchObject({
      hint: expect.stringContaining(
        `No program is connected as Greeter. Start its program with the token of Greeter and the API root ${base_url}.\nWhat people saw:\n`,
      ),
    })
    const carol = await emulator.user('carol')
    await expect(carol.waitForReply({ within: 0 })).rejects.toMatchObject({
      hint: expect.stringContaining(`No program is connected as Greeter. `),
    })
  })
})
