// grammY with its sessions and its conversations: a dialogue over several messages, unmodified.

import { type Conversation, type ConversationFlavor, conversations, createConversation } from '@grammyjs/conversations'
import { Bot, type Context, type SessionFlavor, session } from 'grammy'
import { expect, it, onTestFinished } from 'vitest'
import { service } from '../helpers/service.ts'

type Base = Context & SessionFlavor<{ orders: number }>
type Talk = ConversationFlavor<Base>

async function order(conversation: Conversation<Talk, Context>, ctx: Context) {
  await ctx.reply('How many?')
  const amount = await conversation.waitFor('message:text')
  await ctx.reply(`${amount.message.text} of what?`)
  const what = await conversation.waitFor('message:text')
  const orders = await conversation.external((outside) => ++outside.session.orders)
  await ctx.reply(`Order ${orders}: ${amount.message.text} ${what.message.text}`)
}

it('a conversation over several messages, for two people at once', async () => {
  const { url, act, view, bot: createBot, user, emulator } = await service({ frozen: false })
  const { token } = await createBot({ handle: 'shop' })
  const bot = new Bot<Talk>(token, { client: { apiRoot: url } })
  bot.use(session({ initial: () => ({ orders: 0 }) }))
  bot.use(conversations())
  bot.use(createConversation<Talk, Context>(order, 'order'))
  bot.command('order', (ctx) => ctx.conversation.enter('order'))
  const running = bot.start()
  onTestFinished(async () => {
    await bot.stop()
    await running
  })

  const says = async (as: string, text: string, reply: string) => {
    await act('send', { as, to: 'shop', text })
    await emulator.wait({ call: 'sendMessage', with: { chat_id: as, text: reply }, within: 20 })
  }
  for (const as of ['alice', 'bob']) await user(as, { handle: as })
  await says('alice', '/order', 'How many?')
  await says('bob', '/order', 'How many?')
  await says('alice', '3', '3 of what?')
  await says('bob', '5', '5 of what?')
  await says('bob', 'pears', 'Order 1: 5 pears')
  await says('alice', 'apples', 'Order 1: 3 apples')
  const { messages } = await view('/users/alice/chats/shop')
  expect(messages.map(({ text }: { text: string }) => text)).toEqual([
    '/order',
    'How many?',
    '3',
    '3 of what?',
    'apples',
    'Order 1: 3 apples',
  ])
})
