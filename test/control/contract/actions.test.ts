// The names and shapes of the actions, which tests outside the project rely on. More may come; none of these may go,
// change its meaning, or ask for more.

import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../src/control/actions/catalogue.ts'
import { service } from '../../helpers/service.ts'

/** The parameters that an action requires, those that it takes, and their defaults. */
type Contract = [required: string, optional?: string, defaults?: Record<string, unknown>]

const ACTIONS: Record<string, Contract> = {
  createUser: ['first_name', 'handle id last_name username language_code', { devices: 1 }],
  createBot: [
    'first_name',
    'handle id token username owner',
    { verified: false, accepted_terms: true, can_join_groups: true, can_read_all_group_messages: true },
  ],
  createGroup: ['title owner', 'handle id username description permissions', { type: 'group', members: [] }],
  createChannel: [
    'title owner',
    'handle id username description',
    { subscribers: [], comments: false, official: false },
  ],
  updateUser: ['user', 'handle first_name last_name username language_code devices deleted'],
  updateBot: [
    'bot',
    'handle token first_name username owner verified accepted_terms can_join_groups can_read_all_group_messages suspended',
  ],
  updateChat: ['chat', 'handle title username description owner permissions official'],
  start: ['as bot', 'payload'],
  block: ['as bot'],
  unblock: ['as bot'],
  send: ['as to text', 'reply_to'],
  sendFile: ['as to file', 'kind caption reply_to'],
  edit: ['as chat message_id text'],
  delete: ['as chat message_id'],
  press: ['as chat', 'button data row column message_id'],
  tap: ['as bot key'],
  join: ['as chat'],
  leave: ['as chat'],
  add: ['as chat who'],
  ban: ['as chat who'],
  unban: ['as chat who'],
  unmute: ['as chat who'],
  demote: ['as chat who'],
  mute: ['as chat who', 'until_date'],
  promote: ['as chat who', 'custom_title', { rights: {} }],
  pin: ['as chat message_id'],
  unpin: ['as chat', 'message_id'],
  updateService: [
    '',
    'name domain command_entities content_filter blocked_urls dns webhook_routes own_addresses trusted_roots',
  ],
  deleteFile: ['file_unique_id'],
  seedDailyChats: ['bot count'],
  advanceClock: ['seconds'],
  setClock: ['at'],
  freezeClock: [''],
  resumeClock: [''],
  injectFault: ['', 'bot operation status description retry_after delay_ms drop times'],
  clearFaults: [''],
  snapshot: ['name'],
  restore: ['name'],
  reset: [''],
}

const namesIn = (text: string) => text.split(' ').filter(Boolean)

interface Schema {
  properties?: Record<string, { default?: unknown }>
  required?: string[]
}

describe.each(Object.entries(ACTIONS))('%s', (name, [requiredNames, optionalNames = '', defaults = {}]) => {
  const [required, optional] = [namesIn(requiredNames), namesIn(optionalNames)]
  const schema = catalogue().find((action) => action.name === name)?.params as Schema | undefined

  it('is there, and asks for no more than it did', () => {
    expect(
      [...(schema?.required ?? [])].filter((param) => schema!.properties![param]!.default === undefined).sort(),
    ).toEqual([...required].sort())
  })

  it('takes what it took', () => {
    const known = Object.keys(schema!.properties ?? {})
    expect(known).toEqual(expect.arrayContaining([...required, ...optional, ...Object.keys(defaults)]))
  })

  it('has the defaults it had', () => {
    const now = Object.entries(schema!.properties ?? {}).map(([param, property]) => [param, property.default])
    expect(Object.fromEntries(now)).toMatchObject(defaults)
  })
})

it('describes each field in a sentence', () => {
  const fields = catalogue().flatMap((action) => action.fields)
  for (const { description } of fields) expect(description).toMatch(/^[A-Z].*\.$/)
})

it('takes spans and moments as people write them', async () => {
  const { act, tryAct } = await service()
  const { now } = (await act('freezeClock')) as { now: number }
  expect(await act('advanceClock', { seconds: '2min' })).toEqual({ now: now + 120, frozen: true })
  expect(await act('setClock', { at: '48h' })).toEqual({ now: Math.ceil(now + 120 + 172_800), frozen: true })
  expect(await act('setClock', { at: '2040-01-01T00:00:00Z' })).toEqual({ now: 2_208_988_800, frozen: true })
  expect(await act('injectFault', { retry_after: '2min', delay_ms: '3s' })).toMatchObject({
    retry_after: 120,
    delay_ms: 3000,
  })
  expect(await tryAct('setClock', { at: 'some day' })).toMatchObject({ status: 400 })
})

it('a body that fits no schema is 400 with the path, an unknown name 404', async () => {
  const { tryAct } = await service()
  expect(await tryAct('createUser', { first_name: 7 })).toEqual({
    status: 400,
    body: {
      ok: false,
      error: {
        code: 'invalid-params',
        message: 'createUser: first_name: Invalid input: expected string, received number',
        hint: 'createUser takes handle, id, first_name, last_name, username, language_code, devices.',
      },
    },
  })
  expect(await tryAct('creatUser')).toMatchObject({ status: 404, body: { error: { code: 'unknown-action' } } })
})

it('names whoever is meant by id, @username or handle', async () => {
  const { act, bot } = await service()
  const greeter = await bot({ handle: 'greeter', username: 'greeter_bot' })
  const alice = await act('createUser', { first_name: 'Alice', username: 'alice_w' })
  for (const as of [alice.id, String(alice.id), '@alice_w', alice.handle]) {
    for (const to of [greeter.id, '@greeter_bot', 'greeter']) {
      expect(await act('send', { as, to, text: 'x' })).toMatchObject({ from: { id: alice.id } })
    }
  }
})
