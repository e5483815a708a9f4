// explain: every error of the service is found by its text, in every form in which a developer meets it.

import { describe, expect, it } from 'vitest'
import { causesByRule, causesByText } from '../../src/service/rules/causes.ts'
import { REFUSALS, refusal } from '../../src/service/rules/refusals.ts'
import { run } from '../helpers/program.ts'

const SLOTS = { field: 'limit', reason: 'Too big', retry_after: 7, kind: 'photo', service: 'Service' }

describe('by text', () => {
  it.each(Object.keys(REFUSALS) as (keyof typeof REFUSALS)[])('%s, with each of its causes', (name) => {
    const { status, causes } = REFUSALS[name]
    const [cause] = Object.keys(causes)
    const text = refusal(name, cause as never, SLOTS).description
    const found = causesByText(text).filter((one) => one.status === status && one.description === text)
    const rules = found.flatMap((one) => one.causes.map(({ rule }) => rule))
    expect(rules).toEqual(Object.values(causes).map(([rule]) => rule))
  })

  it.each(['chat not found', 'Bad Request: chat not found', 'bad request: CHAT NOT FOUND'])('%s', (text) =>
    expect(causesByText(text)).toMatchObject([{ status: 400, description: 'Bad Request: chat not found' }]),
  )

  it('fills the values of the text into the causes', () => {
    const [limit] = causesByText('Too Many Requests: retry after 7')
    expect(limit!.causes[0]).toEqual({
      rule: 'LIM-01',
      why: '<bot> used <used> of <allowed> messages this minute in <chat>; wait 7 s',
    })
  })

  it('finds the parameter of a text with several colons', () => {
    const text = 'Bad Request: limit: Too big: expected number to be <=100'
    const why = 'the parameter limit is invalid: Too big: expected number to be <=100'
    expect(causesByText(text)).toEqual([{ status: 400, description: text, causes: [{ rule: 'ENV-10', why }] }])
  })

  it('does not take the reason of the content filter for a parameter', () => {
    const isParameter = (field: string) => field === 'limit'
    const rulesOf = (text: string) => causesByText(text, isParameter).flatMap(({ causes }) => causes[0]?.rule)
    expect(rulesOf('Bad Request: spam: no ads')).toEqual(['SEND-23'])
    expect(rulesOf('Bad Request: no ads: spam')).toEqual(['SEND-23'])
    expect(rulesOf('Bad Request: limit: x')).toEqual(['ENV-10'])
  })

  it('finds nothing for a text that no error has', () => expect(causesByText('chat not fund')).toEqual([]))
})

it('finds only the causes of a rule', () => {
  expect(causesByRule('cid-10')).toEqual([
    {
      status: 400,
      description: 'Bad Request: chat not found',
      causes: [{ rule: 'CID-10', why: '<person> has blocked <bot>' }],
    },
  ])
  expect(causesByRule('EDT-12')).toMatchObject([{ causes: [{}, {}] }])
  expect(causesByRule('CID-99')).toEqual([])
})

describe('a parameter', () => {
  it.each([
    [
      'allowed_updates: Invalid input: expected array, received string',
      'allowed_updates takes a list of at most 20 texts, as JSON text in a query or form (getUpdates, setWebhook).',
      'The call sent a text.',
    ],
    [
      'limit: Too big: expected number to be <=100',
      'limit takes an integer from 1 to 100 (getUpdates).',
      'The call sent a number over 100.',
    ],
    [
      'commands.0.description: Too small: expected string to have >=1 characters',
      'commands.0.description takes a text (setMyCommands).',
      'The call sent a text of fewer than 1 characters.',
    ],
    [
      'reply_markup: Invalid input: expected object, received array',
      'reply_markup takes an object, as JSON text in a query or form (7 operations).',
      'The call sent a list.',
    ],
    [
      'chat_id: Invalid input: expected string, received undefined',
      'chat_id takes a number or a text (15 operations).',
      'The call sent nothing, because the parameter was left out.',
    ],
  ])('%s', async (reason, takes, sent) => {
    const { stdout } = await run(['explain', `Bad Request: ${reason}`]).ended
    const why = `the parameter ${reason.replace(': ', ' is invalid: ')}`
    expect(stdout).toBe(`400 Bad Request: ${reason}\n  ENV-10  ${why}\n  ${takes}\n  ${sent}\n`)
  })

  it('is part of the JSON', async () => {
    const { stdout } = await run(['explain', 'Bad Request: text: message text is empty', '--json']).ended
    expect(JSON.parse(stdout).result).toEqual([
      {
        status: 400,
        description: 'Bad Request: text: message text is empty',
        causes: [{ rule: 'ENV-10', why: 'the parameter text is invalid: message text is empty' }],
        parameter: 'text',
        operations: ['sendMessage', 'editMessageText'],
        takes: 'a text',
      },
    ])
  })
})

it('runs as a command without an emulator', async () => {
  const answer = '{"ok":false,"error_code":403,"description":"Forbidden: bot is suspended"}'
  expect(await run(['explain', answer]).ended).toEqual({
    code: 0,
    stdout: '403 Forbidden: bot is suspended\n  AUTH-05  <bot> is suspended\n',
    stderr: '',
  })
  expect((await run(['explain', 'bot', 'is', 'suspended', '--json']).ended).stdout).toBe(
    '{"ok":true,"result":[{"status":403,"description":"Forbidden: bot is suspended","causes":[{"rule":"AUTH-05","why":"<bot> is suspended"}]}]}\n',
  )
  expect((await run(['explain', '403 Forbidden: bot is suspended']).ended).stdout).toBe(
    '403 Forbidden: bot is suspended\n  AUTH-05  <bot> is suspended\n',
  )
  expect(await run(['explain', 'gap-01']).ended).toEqual({
    code: 0,
    stdout:
      'GAP-01\n' +
      '  Open: fields of a failure beside description and parameters.\n' +
      '  Choice: ok false, error_code equal to the HTTP status, description; parameters on 429 only. A request that is refused for its Host or Origin has error as well, as the control interface answers.\n' +
      "  Why: Telegram's failure body has exactly these fields; those requests come from pages, not from bots.\n",
    stderr: '',
  })
  expect((await run(['explain', 'ENV-02']).ended).stdout).toBe(
    'ENV-02\n  A success has the form {ok: true, result: <value>}\n',
  )
  expect(await run(['explain', 'GAP-9999']).ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Unknown rule GAP-9999\. Did you mean GAP-\d+\?\n$/),
  })
  expect(await run(['explain', 'LIM-99']).ended).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Unknown rule LIM-99. docs/service/rules.md lists all rules.\n',
  })
  expect(await run(['explain', 'chat not fund']).ended).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Unknown error text: "chat not fund". Did you mean "chat not found"?\n',
  })
})
