// Advice: what each piece of it is given for, and what it is not given for.

import { describe, expect, it } from 'vitest'
import { createAdvisory } from '../../../src/testing/scenarios/advice.ts'
import { bot, cli } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'

const at = { file: 'a.yaml', line: 1, column: 1 }

// biome-ignore lint/suspicious/noExplicitAny: as much of a run as advice looks at
type Some = any

function advised(calls: Some[], events: Some[] = [], commands: string[] = []): string[] {
  const full = calls.map((call, id) => ({ id, at: id, bot: 'b', params: {}, status: 200, ok: true, body: {}, ...call }))
  const result: Some = {
    name: 'a',
    at,
    tags: [],
    status: 'passed',
    calls: full,
    commands,
    scene: [],
    steps: [],
    output: [],
  }
  const advisory = createAdvisory()
  advisory.add({ result, events })
  return advisory.advice().map(({ kind }) => kind)
}

const refused = (rule: string, description: string, more: Some = {}) => ({
  method: 'sendMessage',
  status: 400,
  ok: false,
  rule,
  why: 'so',
  body: { description },
  ...more,
})
const tooMany = (at: number) =>
  refused('LIM-01', 'Too Many Requests: retry after 3', { at, status: 429, body: { parameters: { retry_after: 3 } } })

describe('advice', () => {
  it('is empty for a bot without mistakes', () => {
    expect(advised([{ method: 'sendMessage' }, { method: 'getUpdates' }])).toEqual([])
  })

  it('warns of a call before retry_after has passed, and not of a later one', () => {
    expect(advised([tooMany(10), { method: 'sendMessage', at: 12.9 }])).toEqual(['ignored-retry-after', 'limit-hit'])
    expect(advised([tooMany(10), { method: 'sendMessage', at: 13 }])).toEqual(['limit-hit'])
    expect(advised([tooMany(10), { method: 'sendMessage', at: 12, params: { chat_id: 5 } }])).toEqual(['limit-hit'])
  })

  it('shows the figures of the first time a limit was hit, and ignores an injected fault', () => {
    const met = (why: string, rule?: string) => ({ ...tooMany(10), why, ...(rule ? { rule } : { rule: undefined }) })
    const advisory = createAdvisory()
    for (const [name, why] of [
      ['one', 'Greeter used 20 of 20 messages in Team; wait 41 s'],
      ['two', 'Greeter used 20 of 20 messages in Team; wait 12 s'],
    ]) {
      advisory.add({ result: { name, at, calls: [met(why ?? '', 'LIM-02')], commands: [] } as Some, events: [] })
    }
    expect(advisory.advice()).toContainEqual({
      kind: 'limit-hit',
      message: 'sendMessage exceeded a limit: Greeter used 20 of 20 messages in Team; wait 41 s (LIM-02).',
      scenario: 'one',
      seen: 2,
    })
    expect(advised([met('injected fault 1: 429')])).not.toContain('limit-hit')
  })

  it('warns of a second call to a person who has blocked the bot', () => {
    const blocked = refused('CID-10', 'Bad Request: chat not found')
    expect(advised([blocked])).toEqual([])
    expect(advised([blocked, blocked])).toEqual(['call-after-block'])
  })

  it('warns of two pollers and of edits that change nothing', () => {
    expect(advised([refused('UPD-22', 'Conflict: terminated by other getUpdates request')])).toEqual(['two-pollers'])
    expect(advised([refused('EDT-29', 'Bad Request: message is not modified')])).toEqual(['empty-edit'])
  })

  it('warns once of each operation that a webhook names in its answer', () => {
    const delivery = { type: 'delivery', bot: 'b', update_id: 1, status: 200 }
    expect(advised([], [delivery])).toEqual([])
    const answers = ['sendMessage', 'sendMessage', 'deleteMessage'].map((ignored_operation) => ({
      ...delivery,
      ignored_operation,
    }))
    expect(advised([], answers)).toEqual(['ignored-answer', 'ignored-answer'])
  })

  it('warns of a command without an answer, for each chat', () => {
    const asks = (chat: number, text: string) => ({
      type: 'message',
      chat,
      message: { text, author: { is_bot: false } },
    })
    const answers = (chat: number) => ({ type: 'call', chat, call: { method: 'sendMessage' } })
    expect(advised([], [asks(1, '/help'), answers(1)], ['help'])).toEqual([])
    expect(advised([], [asks(1, '/help'), asks(2, '/help'), answers(1), answers(2)], ['help'])).toEqual([])
    expect(advised([], [asks(1, '/help'), asks(1, 'and'), answers(1)], ['help'])).toEqual([])
    expect(advised([], [asks(1, '/help'), answers(2)], ['help'])).toEqual(['silent-command'])
    expect(advised([], [asks(1, '/other')], ['help'])).toEqual([])
  })
})

describe('a webhook receiver', () => {
  const text = `world: { service: { allow_local_webhooks: true }, bots: { greeter: {} } }
scenarios: [{ name: a, steps: [{ wait: 1ms }] }]
`
  it('that accepts a wrong secret causes a warning', async () => {
    const { stdout } = await cli(['test', `${folder({ 'a.yaml': text })}/a.yaml`, '--bot', bot('open-webhook')])
    expect(stdout).toBe(`✓ a (time)

Advice:
  open-webhook: The webhook receiver accepted a delivery with a wrong secret token. Compare X-Service-Bot-Api-Secret-Token with your secret_token.

1 passed (time)
`)
  })

  it('that compares the secret causes no warning', async () => {
    const { stdout } = await cli([
      'test',
      'fixtures/scenarios/webhook.yaml',
      '--bot',
      'node fixtures/bots/greeter.js --webhook',
    ])
    expect(stdout).not.toContain('Advice')
  })
})
