// What the compiler knows of the library. The calls are never made: tsc checks this file with the others.

import type { Bot as GrammyBot } from 'grammy'
import type { Telegraf } from 'telegraf'
import { expectTypeOf, it } from 'vitest'
import type {
  ActionParams,
  ActionResults,
  Bot,
  BotView,
  CallView,
  Client,
  EventView,
  Message,
  MessageView,
  OperationParams,
  OperationResults,
  Person,
  PersonChatView,
  RunningEmulator,
  Stage,
  StartOptions,
  Update,
  WorldFile,
} from '../../../src/index.ts'
import { startEmulator } from '../../../src/index.ts'

it('types each action by its parameters', () => {
  expectTypeOf<ActionParams['send']>().toEqualTypeOf<{
    as: string | number
    to: string | number
    text: string
    reply_to?: number | undefined
  }>()
  expectTypeOf<ActionParams['createBot']>().toHaveProperty('verified').toEqualTypeOf<boolean | undefined>()
  expectTypeOf<ActionResults['createBot']['token']>().toEqualTypeOf<string>()
  expectTypeOf<ActionResults['send']>().toEqualTypeOf<MessageView>()
  expectTypeOf<ActionResults['freezeClock']>().toEqualTypeOf<{ now: number; frozen: boolean }>()
})

it('refuses an unknown parameter of an action', () => {
  async function perform(client: Client, name: string) {
    expectTypeOf(await client.perform('send', { as: 'alice', to: 'team', text: 'hi' })).toEqualTypeOf<MessageView>()
    await client.perform('freezeClock')
    await client.perform('freezeClock', {})
    await client.perform('promote', { as: 1, chat: -5, who: '@bob', rights: { can_pin_messages: true } })
    await client.perform(name, { anything: 'goes where the name is known at run time only' })
    // @ts-expect-error there is no such action
    await client.perform('sned', { as: 'alice', to: 'team', text: 'hi' })
    // @ts-expect-error text is missing
    await client.perform('send', { as: 'alice', to: 'team' })
    // @ts-expect-error a parameter that send does not have
    await client.perform('send', { as: 'alice', to: 'team', text: 'hi', txet: 'ho' })
    // @ts-expect-error createUser needs parameters
    await client.perform('createUser')
    // @ts-expect-error a right that does not exist
    await client.perform('promote', { as: 1, chat: -5, who: 2, rights: { can_fly: true } })
    // @ts-expect-error not a kind of file
    await client.perform('sendFile', { as: 1, to: 2, kind: 'gif', file: { name: 'a', base64: '' } })
  }
  expectTypeOf(perform).toBeFunction()
})

it('types a world', () => {
  async function start() {
    await startEmulator({
      world: {
        service: { name: 'Telegram' },
        clock: { at: 1_900_000_000, frozen: true },
        users: { alice: null, bob: { first_name: 'Robert' } },
        bots: { greeter: {}, other: { owner: 'bob', username: 'other_bot' } },
        groups: { team: { owner: 'alice', members: ['bob'] } },
        channels: { news: { owner: 'alice', title: 'News' } },
      },
    })
    // @ts-expect-error people have no title
    await startEmulator({ world: { users: { alice: { title: 'Queen' } } } })
    // @ts-expect-error a group has an owner
    await startEmulator({ world: { groups: { team: {} } } })
    // @ts-expect-error a world has no cats
    await startEmulator({ world: { cats: {} } })
    // @ts-expect-error a username is a text
    await startEmulator({ world: { bots: { greeter: { username: 5 } } } })
  }
  expectTypeOf(start).toBeFunction()
  expectTypeOf<NonNullable<StartOptions['world']>>().toEqualTypeOf<WorldFile>()
})

it("types each call of a bot by its operation's parameters and result", () => {
  expectTypeOf<OperationResults['sendMessage']>().toEqualTypeOf<Message>()
  expectTypeOf<OperationResults['getUpdates']>().toEqualTypeOf<Update[]>()
  expectTypeOf<OperationResults['setWebhook']>().toEqualTypeOf<true>()
  expectTypeOf<OperationResults['getChatMemberCount']>().toEqualTypeOf<number>()
  expectTypeOf<OperationParams['sendPhoto']>().toHaveProperty('photo').toEqualTypeOf<string | undefined>()

  async function call(bot: Bot, name: string) {
    const { ok, result } = await bot.call('sendMessage', { chat_id: '@team', text: 'hi', reply_to_message_id: 3 })
    expectTypeOf(ok).toEqualTypeOf<boolean>()
    expectTypeOf(result).toEqualTypeOf<Message | undefined>()
    const answer = await bot.call('sendMessage', { chat_id: 1, text: 'hi' })
    if (answer.ok) expectTypeOf(answer.result).toEqualTypeOf<Message>()
    else expectTypeOf(answer.description).toEqualTypeOf<string>()
    const inline_keyboard = [[{ text: 'Yes', callback_data: 'y' }]]
    await bot.call('sendMessage', { chat_id: 1, text: 'hi', reply_markup: { inline_keyboard } })
    await bot.call('sendMessage', { chat_id: 1, text: 'hi', reply_markup: { keyboard: [['Yes', { text: 'No' }]] } })
    await bot.call('sendMessage', { chat_id: 1, text: 'hi', reply_markup: { remove_keyboard: true } })
    await bot.call('sendPhoto', { chat_id: 1, photo: 'an identifier', caption: 'a photo' })
    await bot.call('getMe')
    await bot.call('getUpdates')
    await bot.call('getUpdates', { offset: -1, limit: 1, timeout: 0, allowed_updates: ['message'] })
    await bot.call('restrictChatMember', { chat_id: 1, user_id: 2, permissions: {}, until_date: 0 })
    await bot.call('unbanChatMember', { chat_id: 1, user_id: 2, only_if_banned: true })
    await bot.call('setWebhook', { url: '', drop_pending_updates: true, max_connections: 1 })
    expectTypeOf((await bot.call('getChatMember', { chat_id: 1, user_id: 2 })).result?.status).not.toBeAny()
    // What the service does not have takes and answers anything.
    expectTypeOf((await bot.call('answerCallbackQuery', { callback_query_id: '1' })).result).toBeUnknown()
    expectTypeOf((await bot.call(name, { chat_id: {} })).result).toBeUnknown()
    expectTypeOf((await bot.call<{ a: 1 }>('sendMessage', { chat_id: {} })).result).toEqualTypeOf<
      { a: 1 } | undefined
    >()
    // @ts-expect-error text is missing
    await bot.call('sendMessage', { chat_id: 1 })
    // @ts-expect-error a parameter that sendMessage does not have
    await bot.call('sendMessage', { chat_id: 1, text: 'hi', parse_mode: 'HTML' })
    // @ts-expect-error a chat is a number or a text
    await bot.call('getChat', { chat_id: { id: 1 } })
    // @ts-expect-error sendMessage needs parameters
    await bot.call('sendMessage')
    // @ts-expect-error a button has a text
    await bot.call('sendMessage', { chat_id: 1, text: 'hi', reply_markup: { inline_keyboard: [[{ data: 'y' }]] } })
  }
  expectTypeOf(call).toBeFunction()
})

it('accepts people and bots as objects, and nothing else', () => {
  async function people(stage: Stage, alice: Person) {
    const greeter = await stage.bot('greeter', { owner: alice, verified: true })
    await alice.send(greeter, 'hi')
    await alice.send(4711, 'hi', { reply_to: 3 })
    expectTypeOf(await alice.waitForReply({ from: greeter, text: /hi/, within: '3s' })).toEqualTypeOf<MessageView>()
    expectTypeOf(await stage.wait({ call: 'sendMessage', within: 1 })).toEqualTypeOf<CallView>()
    await stage.group('team', { owner: alice, members: [greeter, 'bob', 7] })
    // @ts-expect-error a group has an owner
    await stage.group('team', { members: [greeter] })
    // @ts-expect-error the call is missing
    await stage.wait({ with: { text: 'hi' } })
    // @ts-expect-error a person is no text
    await alice.send(greeter, alice)
    // @ts-expect-error the token of a bot is a text
    await stage.bot('greeter', { token: 42 })
  }
  expectTypeOf(people).toBeFunction()
})

it('types each view by its path', () => {
  async function look(client: Client, path: string) {
    expectTypeOf(await client.view('/bots/:bot', { bot: 'greeter' })).toExtend<BotView>()
    expectTypeOf(await client.view('/users/:user/chats', { user: 7 })).toEqualTypeOf<PersonChatView[]>()
    expectTypeOf(await client.view('/calls', { ok: false, after: 3, bot: 'greeter' })).toEqualTypeOf<CallView[]>()
    expectTypeOf(await client.view('/calls')).toEqualTypeOf<CallView[]>()
    expectTypeOf(await client.view('/users/alice')).toEqualTypeOf<unknown>()
    expectTypeOf(await client.view(path, { any: 'query' })).toEqualTypeOf<unknown>()
    // @ts-expect-error the bot is missing
    await client.view('/bots/:bot')
    // @ts-expect-error a word that the calls do not take
    await client.view('/calls', { metod: 'getMe' })
    // @ts-expect-error true or false
    await client.view('/calls', { ok: 'yes' })
    // @ts-expect-error there is no such view
    await client.view('/bot/:bot', { bot: 'greeter' })
  }
  expectTypeOf(look).toBeFunction()
})

it('distinguishes events by their type', () => {
  function tell(event: EventView) {
    if (event.type === 'call') expectTypeOf(event.call).toEqualTypeOf<CallView>()
    if (event.type === 'message') expectTypeOf(event.message).toEqualTypeOf<MessageView | undefined>()
    if (event.type === 'update') expectTypeOf(event.update).toEqualTypeOf<Update>()
    // @ts-expect-error only a call has one
    event.call
    // @ts-expect-error no event is called so
    if (event.type === 'mesage') throw event
  }
  expectTypeOf(tell).toBeFunction()
})

it('has the types of stop and dispose', () => {
  expectTypeOf<RunningEmulator>().toExtend<AsyncDisposable>()
  expectTypeOf<RunningEmulator['stop']>().toEqualTypeOf<() => Promise<void>>()
})

it('drives the bots of grammY and Telegraf', () => {
  async function drive(greeter: Bot, bot: GrammyBot, telegraf: Telegraf) {
    greeter.drive((update) => bot.handleUpdate(update))
    greeter.drive((update) => telegraf.handleUpdate(update))
    greeter.drive((update: Update) => update.message?.text)
    // @ts-expect-error not a function
    greeter.drive('update')
  }
  expectTypeOf(drive).toBeFunction()
})
