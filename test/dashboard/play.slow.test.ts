// The whole of it, as somebody at a terminal meets it: a real bot, a real terminal, real keys.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Bot, InlineKeyboard, Keyboard } from 'grammy'
import { expect, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { dashboard, TOKEN } from './stage/program.ts'
import { onTerminal, type Pane } from './stage/tmux.ts'

/** A bot with buttons, a keyboard and an answer to everything. */
async function greeter(url: string) {
  const bot = new Bot(TOKEN, { client: { apiRoot: url } })
  bot.command('start', (ctx) =>
    ctx.reply(`Hello, ${ctx.from?.first_name}! 👋`, {
      reply_markup: new InlineKeyboard().text('Thanks', 'thanks').text('Help', 'help'),
    }),
  )
  bot.command('keys', (ctx) => ctx.reply('Choose.', { reply_markup: new Keyboard().text('Yes').text('No') }))
  bot.callbackQuery('help', (ctx) => ctx.editMessageText('Helped.'))
  bot.on('message:text', (ctx) => ctx.reply(`You said: ${ctx.message.text}`))
  bot.catch(() => {})
  await bot.api.setMyCommands([
    { command: 'start', description: 'begin' },
    { command: 'keys', description: 'show keys' },
  ])
  void bot.start()
  onTestFinished(() => bot.stop().catch(() => {}))
}

async function goTo(screen: Pane, handle: string) {
  await screen.press('M-1')
  await screen.until(/┏━ you are/)
  await screen.press('/')
  await screen.until('find in chats')
  await screen.type(handle)
  await screen.until(`find in chats: ${handle}▏`)
  await screen.press('Enter')
  await screen.gone('find in chats')
}

async function become(screen: Pane, name: string) {
  await goTo(screen, name.toLowerCase())
  await screen.until(`you are ${name}`)
  await screen.press('i')
  await screen.until(`${name} ›`)
}

const fieldOf = async (screen: Pane) => /[┃] > (\w+)/.exec(await screen.text())?.[1]

/** Opens the palette, finds an action, and fills its form field by field. */
async function perform(screen: Pane, action: string, fields: Record<string, string>) {
  await screen.press('C-o')
  await screen.until('do anything')
  await screen.type(action)
  await screen.until(`> ${action}`)
  await screen.press('Enter')
  await screen.until(`━ ${action} ━`)
  for (const [name, value] of Object.entries(fields)) {
    for (let here = await fieldOf(screen); here !== name; here = await fieldOf(screen)) {
      await screen.press('BTab')
      await expect.poll(() => fieldOf(screen), { interval: 20 }).not.toBe(here)
    }
    await screen.press('C-e', 'C-u')
    await screen.type(value)
    await screen.until(new RegExp(`> ${name}(?: \\*)? +${value}▏`))
  }
  await screen.press('C-s')
  await screen.gone(`━ ${action} ━`)
}

onTerminal(
  'plays: a group, a bot in it, a chat, a press, a mute, a jump of the clock, a record, the end',
  {
    timeout: 120_000,
  },
  async () => {
    const { screen, url, folder } = await dashboard(120, 40)
    await greeter(url)
    await screen.until('ok setMyCommands')

    await screen.press('M-2', 'R')
    await screen.until('● rec')

    // A chat with the bot: start it, press its button, tap its key.
    await goTo(screen, 'greeter')
    await screen.until('Press Enter to start Greeter')
    await screen.press('Enter')
    await screen.until('‹  Help  ›')
    await screen.press('Tab', 'Right', 'Enter')
    await screen.until('Helped.')
    await screen.press('i')
    await screen.type('/k')
    await screen.until('show keys')
    await screen.press('Tab', 'Enter')
    await screen.until('‹ Yes › ‹ No  ›')
    await screen.press('Tab', 'Right', 'Enter')
    await screen.until('You said: No')

    // A group of its own, and the bot in it.
    await perform(screen, 'createGroup', { title: 'Friends', members: 'bob' })
    await screen.until('created friends')
    await perform(screen, 'add', { chat: 'friends', who: 'greeter' })
    await goTo(screen, 'friends')
    await screen.until('Alice added Greeter')
    await screen.paste('one line\nand another')
    await screen.until(/one line[^\n]*\n[^\n]*and another/)
    await screen.press('Enter')
    await screen.until('You said: one line')

    // Muted: nothing can be said until the clock has jumped.
    await perform(screen, 'mute', {
      chat: 'friends',
      who: 'bob',
      until_date: '1h',
    })
    await become(screen, 'Bob')
    await screen.type('let me speak')
    await screen.press('Enter')
    await screen.until('refused: Bob is muted')
    await screen.press('Escape', 't')
    await screen.until('the clock')
    await screen.type('+24h')
    await screen.press('Enter')
    await screen.until(/clock .* \+24h/)
    await screen.press('i')
    await screen.until('› let me speak▏')
    await screen.press('Enter')
    await screen.until('You said: let me speak')

    await screen.press('M-2', 'R')
    await screen.until('save the recording')
    await screen.press('C-u')
    await screen.type('played.yaml')
    await screen.press('Enter')
    await screen.until('Saved as played.yaml.')
    await screen.gone('● rec')
    const { world, scenarios } = parse(readFileSync(join(folder, 'played.yaml'), 'utf8'))
    expect(Object.keys(world.users)).toEqual(['alice', 'bob', 'carol'])
    const acts = scenarios[0].steps
      .map((step: object) => Object.keys(step)[0])
      .filter((name: string) => name !== 'expect')
    expect(acts).toEqual([
      'start',
      'press',
      'send',
      'tap',
      'createGroup',
      'add',
      'send',
      'mute',
      'advanceClock',
      'send',
    ])

    await screen.press('q')
    await screen.until('ended with 0')
    expect(await screen.ask('#{alternate_on} #{cursor_flag}')).toBe('0 1')
  },
)
