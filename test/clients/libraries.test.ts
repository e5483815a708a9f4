// Bot libraries as they come from the registry, over every documented operation.

import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { service } from '../helpers/service.ts'
import { grammyBot } from './grammy-bot.ts'
import type { Any, Library } from './library.ts'
import { nodeTelegramBot } from './node-telegram-bot-api-bot.ts'
import { telegrafBot } from './telegraf-bot.ts'

const LIBRARIES: [string, Library][] = [
  ['grammY', grammyBot],
  ['telegraf', telegrafBot],
  ['node-telegram-bot-api', nodeTelegramBot],
]

const sample = (name: string) => readFileSync(new URL(`../../fixtures/media/${name}`, import.meta.url))
const BUTTON = { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] }
const OTHER_BUTTON = { inline_keyboard: [[{ text: 'No', callback_data: 'no' }]] }

async function stage(library: Library) {
  const here = await service({ frozen: false })
  const { token, id } = await here.bot({ handle: 'greeter', username: 'greeter_bot' })
  const alice = await here.user('Alice', { handle: 'alice' })
  const bob = await here.user('Bob', { handle: 'bob' })
  await here.act('start', { as: 'alice', bot: 'greeter' })
  const team = await here.act('createGroup', { handle: 'team', title: 'Team', owner: 'alice', members: ['bob'] })
  const rights = { can_restrict_members: true, can_pin_messages: true }
  await here.act('promote', { as: 'alice', chat: 'team', who: 'greeter', rights })
  await here.act('send', { as: 'bob', to: 'team', text: 'I am Bob' })
  const bot = library(token, here.url)
  onTestFinished(() => bot.stop())
  return { ...here, bot, id, alice: alice.id as number, bob: bob.id as number, team: team.id as number }
}

describe.each(LIBRARIES)('%s', (_name, library) => {
  it('calls every operation', async () => {
    const { bot, id, alice, bob, team, view } = await stage(library)
    expect(await bot.getMe()).toMatchObject({ id, is_bot: true, username: 'greeter_bot' })
    expect((await bot.getUpdates(0)).map((update: Any) => Object.keys(update)[1])).toContain('message')

    const said = await bot.sendMessage(alice, 'Hello', { reply_markup: BUTTON, reply_to_message_id: 1 })
    expect(said).toMatchObject({ text: 'Hello', reply_markup: BUTTON, reply_to_message: { message_id: 1 } })
    expect(await bot.editMessageText(alice, said.message_id, 'Bye', { reply_markup: BUTTON })).toMatchObject({
      text: 'Bye',
      reply_markup: BUTTON,
    })
    expect(await bot.editMessageReplyMarkup(alice, said.message_id, OTHER_BUTTON)).toMatchObject({
      reply_markup: OTHER_BUTTON,
    })
    expect(await bot.editMessageReplyMarkup(alice, said.message_id)).not.toHaveProperty('reply_markup')

    const photo = await bot.sendPhoto(alice, sample('transparent.png'), 'a.png', { caption: 'See' })
    expect(photo).toMatchObject({ caption: 'See', photo: [{ width: expect.any(Number) }] })
    expect(await bot.sendVideo(alice, sample('moov-first.mp4'), 'a.mp4')).toMatchObject({
      video: { file_name: 'a.mp4' },
    })
    expect(await bot.sendAudio(alice, sample('tagged.mp3'), 'a.mp3')).toMatchObject({
      audio: { mime_type: 'audio/mpeg', file_name: 'a.mp3' },
    })
    const sent = await bot.sendDocument(alice, sample('page.pdf'), 'straße – 報告.pdf')
    expect(sent.document).toMatchObject({ file_name: 'straße – 報告.pdf', mime_type: 'application/octet-stream' })
    const again = await bot.sendDocument(alice, sent.document.file_id, '')
    expect(again.document.file_unique_id).toBe(sent.document.file_unique_id)

    const posted = await bot.sendMessage(team, 'To all')
    expect(await bot.pinChatMessage(team, posted.message_id)).toBe(true)
    expect(await bot.getChat(team)).toMatchObject({ id: team, title: 'Team' })
    expect(await bot.unpinChatMessage(team)).toBe(true)
    expect((await bot.getChatAdministrators(team)).map((member: Any) => member.user.id).sort()).toEqual(
      [alice, id].sort(),
    )
    expect(await bot.getChatMemberCount(team)).toBe(3)
    expect(await bot.getChatMember(team, bob)).toMatchObject({ status: 'member', user: { id: bob } })
    expect(await bot.restrictChatMember(team, bob, { can_send_messages: false })).toBe(true)
    expect(await bot.getChatMember(team, bob)).toMatchObject({ status: 'restricted' })
    expect(await bot.unbanChatMember(team, bob)).toBe(true)

    expect(await bot.setMyCommands([{ command: 'help', description: 'Helps' }])).toBe(true)
    expect(await bot.setMyName('Host')).toBe(true)
    expect(await bot.setMyDescription('It greets.')).toBe(true)
    expect(await bot.setMyShortDescription('Greets')).toBe(true)
    expect(await view('/bots/greeter/profile')).toMatchObject({
      name: 'Host',
      commands: [{ command: 'help', description: 'Helps' }],
      description: 'It greets.',
      short_description: 'Greets',
    })
  })

  it('sets and removes a webhook', async () => {
    const { bot, act } = await stage(library)
    // Operation names are case-sensitive, and this library writes these three its own way.
    if (library === nodeTelegramBot) {
      await expect(bot.setWebhook('https://bot.example.org/hook')).rejects.toThrow('404 Not Found')
      return
    }
    await act('updateService', { dns: { 'bot.example.org': ['93.184.216.34'] } })
    expect(await bot.setWebhook('https://bot.example.org/hook')).toBe(true)
    expect(await bot.getWebhookInfo()).toMatchObject({ url: 'https://bot.example.org/hook', max_connections: 40 })
    expect(await bot.deleteWebhook()).toBe(true)
    expect(await bot.getWebhookInfo()).toMatchObject({ url: '' })
  })

  it('polls and answers', async () => {
    const { bot, act, emulator, view } = await stage(library)
    await bot.getUpdates(0).then((updates: Any[]) => bot.getUpdates(updates.at(-1).update_id + 1))
    await bot.startEcho()
    await act('send', { as: 'alice', to: 'greeter', text: 'echo' })
    await emulator.wait({ call: 'sendMessage', with: { chat_id: 'alice', text: 'echo' } })
    const { messages } = await view('/users/alice/chats/greeter')
    expect(messages.map(({ text }: Any) => text)).toEqual(['/start', 'echo', 'echo'])
  })

  it('edits its message when a button is pressed', async () => {
    const { bot, act, alice, emulator, view } = await stage(library)
    await act('updateService', { lenient: ['answerCallbackQuery'] })
    const { message_id } = await bot.sendMessage(alice, 'Sure?', { reply_markup: BUTTON })
    await bot.startEcho()
    await act('press', { as: 'alice', chat: 'greeter', button: 'Yes' })
    await emulator.wait({ call: 'editMessageText', with: { chat_id: 'alice', text: 'You chose yes' } })
    const { messages } = await view('/users/alice/chats/greeter')
    const edited = messages.find((message: Any) => message.message_id === message_id)
    expect(edited).toMatchObject({ text: 'You chose yes', edit_date: expect.any(Number) })
  })

  it('is told of an operation that the service does not have, and the journal says so', async () => {
    const { bot, alice, view } = await stage(library)
    await expect(bot.sendDice(alice)).rejects.toThrow(/Not Found/)
    expect((await view('/calls')).at(-1)).toMatchObject({
      method: 'sendDice',
      status: 404,
      why: expect.stringMatching(/sendDice/),
    })
  })
})
