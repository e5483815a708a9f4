// Whatever a person's action is given, it is done or refused in a sentence, and nothing breaks.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ACTIONS, catalogue } from '../../src/control/actions/catalogue.ts'
import { world } from '../helpers/service.ts'

const TIMES = Number(process.env.FUZZ_TIMES ?? 1)
const WITHIN = { interruptAfterTimeLimit: 10_000 * TIMES, markInterruptAsFailure: false, endOnFailure: true }

const anything = fc.oneof(
  fc.constantFrom('alice', 'bob', 'greeter', 'team', 'news', '@news', 100001, 0, -1, 1, 2 ** 53, '', 'x'.repeat(5000)),
  fc.constantFrom('__proto__', 'constructor', '\u0000', '/(a+)+$/', '/[/', true, null),
  fc.constantFrom<unknown>(
    { toString: 1 },
    { toString: null, valueOf: null },
    { toJSON: 1 },
    { length: 1e9 },
    [[]],
    [null],
    {},
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.jsonValue(),
)

/** Mostly the parameters that an action knows, sometimes others. */
const step = fc.constantFrom(...catalogue()).chain(({ name, params }) => {
  const known = Object.keys(params.properties ?? {})
  const key = known.length ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...known) }, fc.string()) : fc.string()
  return fc.record({ name: fc.constant(name), body: fc.dictionary(key, anything, { maxKeys: 8 }) })
})

it('any action with any body', { timeout: 60_000 * TIMES }, async () => {
  const plan = {
    people: ['Alice', 'Bob'],
    bots: [{ handle: 'greeter' }],
    groups: [{ handle: 'team', title: 'Team', owner: 'alice', members: ['greeter', 'bob'] }],
    channels: [{ handle: 'news', title: 'News', owner: 'alice', username: 'news' }],
    started: [['alice', 'greeter']] as const,
  }
  const { url } = (await world(plan, { frozen: false })).s
  expect(ACTIONS.length).toBeGreaterThan(30)
  await fc.assert(
    fc.asyncProperty(step, async ({ name, body }) => {
      const response = await fetch(`${url}/_emulator/actions/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const answer = (await response.json()) as { ok: boolean; error?: object }
      const said = `${name} ${JSON.stringify(body)}: ${JSON.stringify(answer)}`
      if (response.status === 200) expect(answer.ok, said).toBe(true)
      else {
        expect([400, 403, 404], said).toContain(response.status)
        expect(answer.error, said).toEqual({
          code: expect.stringMatching(/^[a-z-]+$/),
          message: expect.stringMatching(/\S/),
          hint: expect.stringMatching(/\S/),
        })
      }
    }),
    { ...WITHIN, numRuns: 1000 * TIMES },
  )
  expect((await fetch(`${url}/_emulator/health`)).status).toBe(200)
})
