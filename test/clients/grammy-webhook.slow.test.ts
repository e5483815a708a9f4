// grammY, unmodified, behind its own webhook adapter: what people write reaches its handlers, and what it answers them.

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Bot, webhookCallback } from 'grammy'
import { expect, it, onTestFinished } from 'vitest'
import { emulatorProcess } from '../helpers/emulator.ts'
import { until } from '../helpers/until.ts'

const url = 'https://bot.example.org/grammy?from=emulator'
const SECRET = 'a-secret_1'

/** A port for the receiver before there is a bot, since the emulator has to know the way first. */
async function receiver() {
  let listener: RequestListener
  const statuses: number[] = []
  const server = createServer((request, response) => {
    response.on('finish', () => void statuses.push(response.statusCode))
    listener(request, response)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  return {
    target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statuses,
    use: (next: RequestListener) => {
      listener = next
    },
  }
}

async function stage(secretToken = SECRET, serviceName = 'Telegram') {
  const to = await receiver()
  const flags = ['--memory', '--service-name', serviceName, '--webhook-route', `bot.example.org=${to.target}`]
  const emulator = await emulatorProcess([...flags])
  const bot = new Bot(emulator.token, { client: { apiRoot: emulator.url } })
  to.use(webhookCallback(bot, 'http', { secretToken }))
  const texts = async () =>
    (await emulator.view('/chats/alice/messages?bot=greeter')).map((message: { text: string }) => message.text)
  return { to, emulator, bot, texts }
}

it('answers commands, words and buttons', async () => {
  const { to, emulator, bot, texts } = await stage()
  const pressed: string[] = []
  bot.command('start', (ctx) => ctx.reply('Welcome!'))
  bot.on('message:text', (ctx) =>
    ctx.reply(`You said ${ctx.msg.text}`, {
      reply_markup: { inline_keyboard: [[{ text: 'Thanks', callback_data: 'thanks' }]] },
    }),
  )
  bot.callbackQuery('thanks', async (ctx) => {
    pressed.push(ctx.callbackQuery.data)
    await ctx.editMessageText('You are welcome')
  })
  expect(await bot.api.setWebhook(url, { secret_token: SECRET })).toBe(true)
  await emulator.act('start', { as: 'alice', bot: 'greeter' })
  await emulator.act('send', { as: 'alice', to: 'greeter', text: 'hello' })
  await until(async () => (await texts()).length === 4)
  await emulator.act('press', { as: 'alice', chat: 'greeter', button: 'Thanks' })
  await until(async () => (await texts()).includes('You are welcome'))
  const said = await texts()
  expect(said.toSorted()).toEqual(['/start', 'Welcome!', 'You are welcome', 'hello'].toSorted())
  expect(said.indexOf('/start')).toBe(0)
  expect(pressed).toEqual(['thanks'])
  await until(async () => (await bot.api.getWebhookInfo()).pending_update_count === 0)
  expect(await bot.api.getWebhookInfo()).toEqual({
    url,
    has_custom_certificate: false,
    pending_update_count: 0,
    max_connections: 40,
  })
  expect(to.statuses).toEqual([200, 200, 200])
})

it('gets no update when the secret is another, and all of them when it is right again', async () => {
  const { emulator, bot, texts } = await stage()
  bot.on('message:text', (ctx) => ctx.reply(`You said ${ctx.msg.text}`))
  await bot.api.setWebhook(url, { secret_token: 'another' })
  await emulator.act('send', { as: 'alice', to: 'greeter', text: 'hello' })
  await until(async () => (await bot.api.getWebhookInfo()).last_error_message !== undefined)
  expect(await bot.api.getWebhookInfo()).toMatchObject({
    pending_update_count: 1,
    last_error_message: 'Wrong response from the webhook: 401',
  })
  await bot.api.setWebhook(url, { secret_token: SECRET })
  await until(async () => (await texts()).length === 2)
  expect(await texts()).toEqual(['hello', 'You said hello'])
})

it("takes no update under another service's header", async () => {
  const { emulator, bot } = await stage(SECRET, 'Service')
  await bot.api.setWebhook(url, { secret_token: SECRET })
  await emulator.act('send', { as: 'alice', to: 'greeter', text: 'hello' })
  await until(async () => (await bot.api.getWebhookInfo()).last_error_message !== undefined)
  expect((await bot.api.getWebhookInfo()).last_error_message).toBe('Wrong response from the webhook: 401')
})

it('gets an update again when its handler fails', async () => {
  const { to, emulator, bot, texts } = await stage()
  let failures = 1
  bot.on('message:text', async (ctx) => {
    if (failures-- > 0) throw new Error('not yet')
    await ctx.reply(`You said ${ctx.msg.text}`)
  })
  // As a server without an error handler of its own does it.
  to.use((request, response) =>
    webhookCallback(bot, 'http', { secretToken: SECRET })(request, response).catch(() => response.writeHead(500).end()),
  )
  await bot.api.setWebhook(url, { secret_token: SECRET })
  await emulator.act('freezeClock')
  await emulator.act('send', { as: 'alice', to: 'greeter', text: 'hello' })
  await until(async () => (await bot.api.getWebhookInfo()).last_error_message !== undefined)
  await emulator.act('advanceClock', { seconds: 1 })
  await until(async () => (await texts()).length === 2)
  expect(to.statuses).toEqual([500, 200])
})

it('goes over to long polling', async () => {
  const { emulator, bot, texts } = await stage()
  bot.on('message:text', (ctx) => ctx.reply(`You said ${ctx.msg.text}`))
  await bot.api.setWebhook(url, { secret_token: SECRET })
  await emulator.act('send', { as: 'alice', to: 'greeter', text: 'one' })
  await until(async () => (await texts()).length === 2)
  await bot.api.deleteWebhook()
  await emulator.act('send', { as: 'alice', to: 'greeter', text: 'two' })
  // grammY keeps a bot to the way it began with.
  const polling = new Bot(emulator.token, { client: { apiRoot: emulator.url } })
  polling.use(bot)
  const stopped = polling.start()
  await until(async () => (await texts()).length === 4)
  await polling.stop()
  await stopped
  expect(await texts()).toEqual(['one', 'You said one', 'two', 'You said two'])
})
