// The whole of it, as somebody at a terminal meets it: a real bot, a real terminal, real keys.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Bot, InlineKeyboard, Keyboard } from 'grammy'
import { expect, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { emptyFolder } from '../../helpers/program.ts'
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

/** A bot that ends at the command /order. */
const fragile = (isFixed = false) => `
const api = process.env.BOT_API_URL + '/bot' + process.env.BOT_TOKEN
const call = async (operation, params) =>
  (await (await fetch(api + '/' + operation, { method: 'POST', body: new URLSearchParams(params) })).json()).result
await call('setMyCommands', { commands: JSON.stringify([{ command: 'order', description: 'Order' }]) })
for (let offset = 0; ; )
  for (const { update_id, message } of await call('getUpdates', { offset, timeout: 30 })) {
    offset = update_id + 1
    if (${!isFixed} && message?.text?.startsWith('/order')) throw new Error('no pizza left')
    if (message) await call('sendMessage', { chat_id: message.chat.id, text: 'Hi' })
  }
`

onTerminal('explores the bot, opens the failure as a recording, and plays it again after a fix', async () => {
  const bot = join(emptyFolder(), 'bot.mjs')
  writeFileSync(bot, fragile())
  const { screen, folder } = await dashboard(110, 30, `--bot 'node ${bot}' --watch ${bot}`)
  await screen.until('Greeter is connected')
  await screen.press('Escape', 'E')
  await screen.until('Press Enter to let simulated people use the bot')
  await screen.press('Enter')
  await screen.until('> explore for 60 s')
  await screen.press('Enter')
  await screen.until(/exploring, \d+ of 60 s, no failure found/)
  await screen.until(/1 failure found[\s\S]*crash: .* Error: no pizza left[\s\S]*1 step, explored\/crash-1\.yaml/)
  await screen.press('Enter')
  await screen.until('> stop exploring')
  await screen.press('Enter')
  await screen.until(/explored for \d+ s, 1 failure found/)
  await screen.press('Down', 'Enter')
  await screen.until(/crash-1\.yaml: 1 step, 1 failed[\s\S]*1 failed send: \{ as: alice[\s\S]*Error: no pizza left\./)
  writeFileSync(bot, fragile(true))
  await screen.press('Enter')
  await screen.until(/crash-1\.yaml: 1 step, all passed[\s\S]*1 ok send: [\s\S]*sendMessage [\s\S]*"Hi"/)
  await screen.press('R')
  await screen.until('save the recording')
  await screen.press('C-u')
  await screen.type('order.yaml')
  await screen.press('Enter')
  await screen.until('Saved as order.yaml.')
  expect(parse(readFileSync(join(folder, 'order.yaml'), 'utf8')).scenarios[0].steps).toHaveLength(1)
  // The exploration leaves the developer's own world unchanged.
  await screen.until('Press i, then Enter, to start Greeter')
  await screen.press('M-2', 'q')
  await screen.until('ended with 0')
})
