// How what people saw in two runs is compared.

import { expect, it } from 'vitest'
import { compareSeen } from '../../../src/testing/seen/compare-seen.ts'
import type { Seen, SeenMessage } from '../../../src/testing/seen/seen.ts'

const bot = (text: string, more: Partial<SeenMessage> = {}): SeenMessage => ({ author: 'shop', text, ...more })
const alice = (text: string): SeenMessage => ({ author: 'alice', byPerson: true, text })

const chat = (messages: SeenMessage[], state: Record<string, string> = {}): Seen => [
  { chat: 'shop', person: 'alice', isPrivate: true, messages, state },
]

const textsOf = (first: SeenMessage[], second: SeenMessage[]) =>
  compareSeen(chat(first), chat(second)).map(({ kind, text }) => `${kind}: ${text}`)

const ORDER = [
  alice('/order'),
  bot('Order 12 confirmed'),
  alice('/menu'),
  bot('Menu', { buttons: [['Tea', 'Coffee']] }),
]
const [ask, confirmed, open, menu] = ORDER as [SeenMessage, SeenMessage, SeenMessage, SeenMessage]

it('finds nothing between equal runs', () => {
  expect(compareSeen(chat(ORDER), chat(structuredClone(ORDER)))).toEqual([])
})

it('describes a difference whole', () => {
  expect(compareSeen(chat(ORDER), chat([ask, confirmed, confirmed, open, menu]))).toEqual([
    {
      kind: 'more',
      key: "more: 'Order # confirmed' twice",
      text: "'Order 12 confirmed' twice",
      chat: 'shop',
      people: ['alice'],
      place: 'shop of alice, after message 2',
      after: confirmed,
    },
  ])
})

it.each<[string, SeenMessage[], string[]]>([
  ['three times', [ask, confirmed, confirmed, confirmed, open, menu], ["more: 'Order 12 confirmed' 3 times"]],
  ['another message', [ask, confirmed, bot('Thanks'), open, menu], ["more: also 'Thanks'"]],
  ['a missing message', [ask, confirmed, open], ["missing: no 'Menu'"]],
  ['a later message', [ask, open, menu, confirmed], ["moved: 'Order 12 confirmed' later"]],
  [
    'another text',
    [ask, bot('Order 12 confirmed!'), open, menu],
    ["changed: 'Order 12 confirmed' became 'Order 12 confirmed!'"],
  ],
  [
    'another button',
    [ask, confirmed, open, bot('Menu', { buttons: [['Tea', 'Cocoa']] })],
    ["changed: ‹Coffee› became ‹Cocoa› under 'Menu'"],
  ],
  [
    'a missing button',
    [ask, confirmed, open, bot('Menu', { buttons: [['Tea']] })],
    ["changed: no ‹Coffee› under 'Menu'"],
  ],
  [
    'other rows',
    [ask, confirmed, open, bot('Menu', { buttons: [['Tea'], ['Coffee']] })],
    ["changed: the buttons under 'Menu' in another order"],
  ],
  [
    'a file',
    [ask, confirmed, open, { ...menu, file: { kind: 'photo', name: 'photo', unique_id: 'x' } }],
    ['changed: no file became [photo]'],
  ],
  [
    'a reply',
    [ask, { ...confirmed, reply_to: '/order' }, open, menu],
    ["changed: 'Order 12 confirmed' replies to '/order' instead of nothing"],
  ],
])('tells of %s', (_, second, texts) => {
  expect(textsOf(ORDER, second)).toEqual(texts)
})

it('compares answers to the same message, even if answers to other messages are more alike', () => {
  const first = [alice('a'), bot('Good day!'), bot('Done: a'), alice('b'), bot('Hi!'), bot('Lovely.'), bot('Done: b')]
  const second = [alice('a'), bot('Hi!'), bot('Lovely.'), bot('Ready: a'), alice('b'), bot('Ready: b')]
  expect(textsOf(first, second)).toContain("changed: 'Done: a' became 'Ready: a'")
})

it('counts a message that is sent often', () => {
  expect(textsOf([menu, menu], [menu, menu, menu])).toEqual(["more: 'Menu' 3 times instead of twice"])
  expect(textsOf([menu, menu], [menu])).toEqual(["missing: 'Menu' once instead of twice"])
})

it('shows where long texts begin to differ', () => {
  const long = (end: string) => [bot(`${'A long introduction to the shop. '.repeat(3)}The price is ${end}`)]
  expect(textsOf(long('12 €'), long('12.00 €'))).toEqual([
    "changed: '…The price is 12 €' became '…The price is 12.00 €'",
  ])
})

it('gives differences one key if only numbers differ, and the same place in each comparison with one run', () => {
  const total = (text: string) => chat([alice('/total'), bot(text)])
  const [one] = compareSeen(total('Total: 12 €'), total('Total: 12.00 €'))
  const [other] = compareSeen(total('Total: 7 €'), total('Total: 7.00 €'))
  const [again] = compareSeen(total('Total: 12 €'), total('Total: 15 €'))
  expect(one?.key).toBe("changed: 'Total: # €' became 'Total: #.# €'")
  expect(other?.key).toBe(one?.key)
  expect(again?.place).toBe(one?.place)
})

it('tells once what all members of a group see', () => {
  const group = (messages: SeenMessage[]): Seen =>
    ['alice', 'bob'].map((person) => ({ chat: 'team', person, isPrivate: false, messages, state: {} }))
  expect(compareSeen(group([menu]), group([menu, menu]))).toMatchObject([
    { text: "'Menu' twice", people: ['alice', 'bob'], place: 'team, after message 1' },
  ])
})

it('tells a chat that only one run has', () => {
  expect(compareSeen([], chat([ask, confirmed])).map(({ text }) => text)).toEqual([
    "also '/order'",
    "also 'Order 12 confirmed'",
  ])
})

it('compares the reply keyboard and other states', () => {
  const keyboard = 'reply keyboard'
  const texts = (before: Record<string, string>, after: Record<string, string>) =>
    compareSeen(chat([], before), chat([], after)).map(({ text }) => text)
  expect(texts({ [keyboard]: '‹Yes›' }, { [keyboard]: '‹No›' })).toEqual(["reply keyboard: '‹Yes›' became '‹No›'"])
  expect(texts({ [keyboard]: '‹Yes›' }, {})).toEqual(['no reply keyboard: ‹Yes›'])
  expect(texts({}, { muted: 'bob' })).toEqual(['also muted: bob'])
})
