// No action stores or compares texts without end.

import { expect, it } from 'vitest'
import { ACTIONS, catalogue } from '../../../src/control/actions/catalogue.ts'

/** Longer than the longest text of a message. */
const LONG = 'x'.repeat(5000)

const fields = catalogue().flatMap(({ name, fields }) => fields.map((field) => ({ action: name, field: field.name })))

it.each(fields)('$action refuses a text of 5000 characters as $field', ({ action, field }) => {
  const { params } = ACTIONS.find(({ name }) => name === action)!
  const { error } = params.safeParse({ [field]: LONG })
  expect(error?.issues.map(({ path }) => path[0])).toContain(field)
})

it.each([
  ['a name', 'createBot', 'handle', 300],
  ['a token', 'createBot', 'token', 300],
  ['a description', 'updateChat', 'description', 4096],
])('%s has at most as many characters: %s.%s %d', (_, action, field, most) => {
  const { params } = ACTIONS.find(({ name }) => name === action)!
  const refused = (length: number) =>
    params.safeParse({ [field]: 'x'.repeat(length) }).error?.issues.filter(({ path }) => path[0] === field).length ?? 0
  expect([refused(most), refused(most + 1)]).toEqual([0, 1])
})
