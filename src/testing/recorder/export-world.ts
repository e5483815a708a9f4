// Exports the current world as a world file, and as steps for the rest.

import { isDeepStrictEqual } from 'node:util'
import type { Client, Values } from '../../control/client/client.ts'
import type { SharedChatView } from '../../control/contract/chats.ts'
import type { MemberView } from '../../control/contract/people.ts'
import { createClock } from '../../lib/clock.ts'
import { ADMIN_RIGHTS } from '../../service/rules/rights.ts'
import type { ServiceView } from '../../service/rules/settings.ts'
import { escapeVariables } from '../scenarios/variables.ts'
import { BOT_FLAGS } from '../worlds/create-world.ts'
import { loadLists } from '../worlds/handles.ts'
import type { WorldFile } from '../worlds/world-file.ts'
import type { RecordedStep, WrittenStep } from './written-steps.ts'

const REAL_TIME_TOLERANCE_SECONDS = 60

const clock = createClock()

export async function exportWorld(client: Client, defaults: Values): Promise<WorldFile> {
  const [users, bots, chats] = await loadLists(client)
  const members = new Map<string, MemberView[]>()
  for (const { handle } of chats) members.set(handle, await client.view('/chats/:chat/members', { chat: handle }))
  const membersOf = ({ handle }: SharedChatView) => members.get(handle) ?? []
  const comments = new Set(chats.map((chat) => chat.linked_chat_handle))
  const sharedChats = (kind: SharedChatView['kind']) =>
    chats.filter((chat) => chat.kind === kind && !comments.has(chat.handle))
  return {
    service: changedSettings(await client.view('/service'), defaults),
    clock: await clockSettings(client),
    users: byHandle(users, (user) => ({
      ...pick(user, ['first_name', 'last_name', 'username', 'language_code']),
      ...(user.devices !== 1 && { devices: user.devices }),
    })),
    bots: byHandle(bots, (bot) => ({
      ...pick(bot, ['first_name', 'username']),
      ...(users.some(({ handle }) => handle === bot.owner) && { owner: bot.owner }),
      ...changedSettings(
        pick(bot, ['verified', 'accepted_terms', 'can_join_groups', 'can_read_all_group_messages']),
        BOT_FLAGS,
      ),
    })),
    groups: byHandle(sharedChats('group'), (chat) => ({
      ...pick(chat, ['title', 'username', 'description']),
      ...(chat.type !== 'group' && { type: chat.type }),
      ...memberFields(membersOf(chat), 'members'),
      permissions: chat.permissions,
    })),
    channels: byHandle(sharedChats('channel'), (chat) => {
      const subscribers = membersOf(chat).filter(({ user }) => !user.is_bot)
      return {
        ...pick(chat, ['title', 'username', 'description']),
        ...memberFields(subscribers, 'subscribers'),
        ...(chat.linked_chat_id && { comments: true }),
        ...(chat.official && { official: true }),
      }
    }),
  }
}

const changedSettings = (settings: ServiceView | Values, defaults: Values) =>
  Object.fromEntries(Object.entries(settings).filter(([key, value]) => !isDeepStrictEqual(value, defaults[key])))

async function clockSettings(client: Client): Promise<{ at?: number; frozen?: boolean }> {
  const { now, frozen } = (await client.health()).clock
  if (frozen) return { at: now, frozen }
  return Math.abs(now - clock.ms() / 1000) > REAL_TIME_TOLERANCE_SECONDS ? { at: now } : {}
}

export const stepsBefore = async (client: Client): Promise<WrittenStep[]> => [
  ...(await privateChatSteps(client)),
  ...(await memberSteps(client)),
]

async function privateChatSteps(client: Client): Promise<WrittenStep[]> {
  const users = await client.view('/users')
  const steps: WrittenStep[] = []
  for (const { handle } of users) {
    const chats = await client.view('/users/:user/chats', { user: handle })
    for (const chat of chats)
      if (chat.kind === 'private' && chat.started) {
        const who = { as: handle, bot: chat.handle }
        const place = { chat: handle, bot: chat.handle }
        const pins = await pinSteps(client, place, chat.pinned_message_id, { as: handle, chat: chat.handle })
        steps.push({ start: who }, ...pins, ...(chat.blocked ? [{ block: who }] : []))
      }
  }
  return steps
}

/** Returns steps for the administrators, pins, mutes and bans. */
async function memberSteps(client: Client): Promise<WrittenStep[]> {
  const { clock } = await client.health()
  const chats = await client.view('/chats')
  const steps: WrittenStep[] = []
  for (const { handle, pinned_message_id } of chats) {
    if (chats.some((other) => other.linked_chat_handle === handle)) continue
    const all = await client.view('/chats/:chat/members', { chat: handle })
    const owner = all.find(({ status }) => status === 'creator')?.handle
    steps.push(...(await pinSteps(client, { chat: handle }, pinned_message_id, { as: owner, chat: handle })))
    for (const { handle: who } of await client.view('/chats/:chat/members', { chat: handle, banned: true }))
      steps.push({ ban: { as: owner, chat: handle, who } })
    for (const { handle: who, status, custom_title, until_date, ...rights } of all) {
      if (status === 'restricted') {
        const end = until_date ? { until_date: `+${Math.ceil(until_date - clock.now)}s` } : {}
        steps.push({ mute: { as: owner, chat: handle, who, ...end } })
      }
      if (status !== 'administrator') continue
      const rightsToGrant = Object.fromEntries(
        ADMIN_RIGHTS.filter((right) => rights[right]).map((right) => [right, true]),
      )
      steps.push({
        promote: { as: owner, chat: handle, who, rights: rightsToGrant, ...(custom_title && { custom_title }) },
      })
    }
  }
  return steps
}

/** Returns steps that resend and pin a text message of a person, if that message was pinned. */
async function pinSteps(
  client: Client,
  place: { chat: string; bot?: string },
  id: number | null,
  pin: Values,
): Promise<WrittenStep[]> {
  if (id === null) return []
  const [message] = await client.view('/chats/:chat/messages', { ...place, after: id - 1, before: id + 1 })
  if (message?.text === undefined || message.author.is_bot) return []
  const name = `pinned${id}`
  return [
    { send: { as: message.author.handle, to: pin.chat, text: escapeVariables(message.text) }, as: name },
    { pin: { ...pin, message_id: `$${name}.message_id` } },
  ]
}

/** A press of a button from before the recording needs the message that the bot answered with that button. */
export async function questionSteps(client: Client, steps: readonly RecordedStep[]): Promise<WrittenStep[]> {
  const questions = new Map<number, WrittenStep>()
  for (const { step, event } of steps) {
    const { as, chat, message_id } = Object(step.press) as Readonly<Record<string, string>>
    const before = event.type === 'action' ? Number(event.params.message_id) : Number.NaN
    if (as === undefined || chat === undefined || message_id !== undefined || !before) continue
    // The chat may have been removed since.
    const all = await client.view('/users/:user/chats/:chat', { user: as, chat, before }).catch(() => undefined)
    const question = all?.messages.findLast(({ author }) => !author.is_bot)
    // The chat is started by another step.
    if (question?.text === undefined || question.text.startsWith('/start')) continue
    const text = escapeVariables(question.text)
    questions.set(question.message_id, { send: { as: question.author.handle, to: chat, text } })
  }
  return [...questions.values()]
}

function memberFields(members: readonly MemberView[], as: 'members' | 'subscribers') {
  const owner = members.find(({ status }) => status === 'creator')?.handle
  const others = members.filter(({ handle, status }) => handle !== owner && status !== 'administrator')
  return { owner, ...(others.length && { [as]: others.map(({ handle }) => handle) }) }
}

const byHandle = <Thing extends { handle: string }>(things: readonly Thing[], fieldsOf: (thing: Thing) => Values) =>
  Object.fromEntries(things.map((thing) => [thing.handle, fieldsOf(thing)]))

const pick = <Thing>(thing: Thing, keys: readonly (keyof Thing)[]) =>
  Object.fromEntries(
    keys.filter((key) => thing[key] !== undefined && thing[key] !== null).map((key) => [key, thing[key]]),
  )
