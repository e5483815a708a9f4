// The plan of a conversation, and the arguments of commands.

import { describe, expect, it } from 'vitest'
import { answerLike, commandsIn, examplesIn, likeExample } from '../../../src/testing/explore/arguments.ts'
import { createMemory } from '../../../src/testing/explore/memory.ts'
import type { Move } from '../../../src/testing/explore/moves.ts'
import { createPlan } from '../../../src/testing/explore/plan.ts'
import { learnOffers, possibleMoves } from '../../../src/testing/explore/possible-moves.ts'
import { createRandom } from '../../../src/testing/explore/random.ts'
import { type PersonScreen, stateOf } from '../../../src/testing/explore/screen.ts'

const WORLD = {
  users: { alice: {}, bob: {}, carol: {} },
  groups: { team: { owner: 'alice' }, club: { owner: 'alice', type: 'supergroup' } },
}
const planOf = (seed: number, number: number, known: Move[] = []) =>
  createPlan(createRandom(seed * 7919), { number, known, world: WORLD, bot: 'bot' })
const times = (count: number, each: () => string) => new Set(Array.from({ length: count }, each))
const SEEDS = [1, 2, 3, 4, 5, 6]
const [PRIVATE, GROUP, , PEOPLE] = [0, 1, 2, 3]

const screenOf = (...texts: string[]) =>
  ({ messages: texts.map((text) => ({ author: { is_bot: true }, text })), keys: [] }) as unknown as PersonScreen

describe('createPlan', () => {
  it('plans the same conversation for the same seed', () => {
    const plan = (seed: number) => {
      const { length, nextPerson, chat } = planOf(seed, GROUP)
      return JSON.stringify([length, nextPerson(), nextPerson(), chat])
    }
    expect(plan(5)).toBe(plan(5))
    expect(new Set(SEEDS.map(plan)).size).toBeGreaterThan(1)
  })

  it('repeats known moves, and goes on with the same person in the same chat', () => {
    const known = [{ action: 'send', params: { as: 'carol', to: 'team', text: 'a' }, label: 'text words' }]
    for (const seed of SEEDS) {
      const { nextPerson, chat, first } = planOf(seed, PRIVATE, known)
      expect([...times(100, nextPerson)]).toContain('carol')
      expect([chat, first]).toEqual(['team', known])
    }
  })

  it('plans conversations of one person in private, and of several in a group, where the bot may be administrator', () => {
    const groups = SEEDS.map((seed) => planOf(seed, GROUP))
    for (const { nextPerson, chat, first } of groups) {
      expect(times(100, nextPerson).size).toBeGreaterThanOrEqual(2)
      expect(first.map(({ label }) => label)).toEqual(chat === 'club' ? ['promote'] : [])
    }
    expect(new Set(groups.map(({ chat }) => chat))).toEqual(new Set(['team', 'club']))
    for (const seed of SEEDS) {
      const { chat, nextPerson } = planOf(seed, PRIVATE)
      expect([chat, times(100, nextPerson).size]).toEqual(['bot', 1])
    }
  })

  it('plans a conversation of several people in private', () => {
    const { nextPerson, chat } = planOf(1, PEOPLE)
    expect(times(100, nextPerson).size).toBeGreaterThanOrEqual(2)
    expect(chat).toBe('bot')
  })
})

describe('possibleMoves', () => {
  it('presses buttons, but no links, of which the bot hears nothing', () => {
    const keyboard = [
      [
        { text: 'Site', url: 'https://example.com' },
        { text: 'Next', callback_data: 'next' },
      ],
    ]
    const message = { message_id: 1, author: { is_bot: true }, text: 'Hi', reply_markup: { inline_keyboard: keyboard } }
    const screen = { person: 'alice', chat: 'bot', isPrivate: true, started: true, blocked: false, keys: [] }
    const moves = possibleMoves({
      screen: { ...screen, messages: [message] } as unknown as PersonScreen,
      memory: createMemory(),
      random: createRandom(1),
    })
    expect(moves.flatMap(({ action, params }) => (action === 'press' ? params.button : []))).toEqual(['Next'])
  })
})

describe('learnOffers', () => {
  it('learns the payloads of links that start the bot, alone or in a group', () => {
    const memory = createMemory()
    const text = 'Share https://example.com/bot?start=a-1 or https://example.com/bot?startgroup=team_2'
    learnOffers(screenOf(text), memory)
    expect([...memory.payloads]).toEqual(['a-1', 'team_2'])
  })
})

describe('commandsIn', () => {
  it('finds commands with the examples of their arguments, up to the words that continue the sentence', () => {
    expect(commandsIn('Write /add buy milk, /list or /remind 10 tea to be reminded.')).toEqual([
      { command: '/add', example: 'buy milk' },
      { command: '/list', example: '' },
      { command: '/remind', example: '10 tea' },
    ])
  })

  it('keeps punctuation inside an example, and ends it with the sentence', () => {
    expect(commandsIn('Make a poll: /poll Lunch?; pizza; salad. Then /close it, please.')).toEqual([
      { command: '/poll', example: 'Lunch?; pizza; salad' },
      { command: '/close', example: 'it, please' },
    ])
    expect(commandsIn('Send /note milk, tea, or press a key! It works.')).toEqual([
      { command: '/note', example: 'milk, tea' },
    ])
    expect(commandsIn('In a group, /vote Pizza or pasta?; pizza; pasta starts a vote.')).toEqual([
      { command: '/vote', example: 'Pizza or pasta?; pizza; pasta' },
    ])
  })

  it('finds no command in a path, an address or HTML', () => {
    expect(commandsIn('See https://example.com/help and a/b, <b>now</b>.')).toEqual([])
  })
})

describe('likeExample', () => {
  it('puts numbers in place of numbers', () => {
    const random = createRandom(3)
    const samples = times(100, () => likeExample('10 20', random))
    expect(samples.size).toBeGreaterThan(5)
    for (const sample of samples) expect(sample).toMatch(/^-?\d+ -?\d+$/)
  })

  it('sometimes returns the example as it is', () => {
    const random = createRandom(3)
    expect(times(50, () => likeExample('10 tea', random))).toContain('10 tea')
  })
})

describe('examplesIn', () => {
  it('finds what the newest two messages of the bot show of the answer', () => {
    const shownIn = (...texts: string[]) => examplesIn(screenOf(...texts))
    expect(shownIn('Write it as 24.12.2027, please.', 'I cannot read that.')).toEqual(['24.12.2027'])
    expect(shownIn('A date looks like 24.12.2027.')).toEqual(['24.12.2027'])
    expect(shownIn('Write the amount and the currency, like: 500 EUR')).toEqual(['500 EUR'])
    expect(shownIn('Your number, e.g. +44 20 7946 0958')).toEqual(['+44 20 7946 0958'])
    expect(shownIn('A number from 1 to 150, please.')).toEqual(['1', '150'])
    expect(shownIn('Answer "red" or:\n- green\n- blue')).toEqual(['red', 'green', 'blue'])
  })
})

describe('stateOf', () => {
  const stateAfter = (...said: [author: string, text: string][]) =>
    stateOf({
      ...{ person: 'alice', chat: 'bot', isPrivate: true, started: true, blocked: false, keys: [] },
      messages: said.map(([first_name, text]) => ({ author: { first_name, is_bot: first_name === 'Bot' }, text })),
    } as unknown as PersonScreen)

  it('leaves out names, numbers and what people wrote', () => {
    expect(stateAfter(['Alice', '/add milk'], ['Bot', 'Alice has 3 items: milk'])).toBe('private: … has # items: …')
    expect(stateAfter(['Alice', 'no'], ['Bot', 'I know.'])).toBe('private: I know.')
  })

  it('keeps words that the bot said first, because they are a part of its own texts', () => {
    const question: [string, string] = ['Bot', 'What would you like to know?']
    expect(stateAfter(question, ['Alice', '/language to know'], ['Bot', 'Good to know.'])).toBe(
      'private: Good to know.',
    )
    expect(stateAfter(question, ['Alice', 'to knot'], ['Bot', 'Good to knot.'])).toBe('private: Good ….')
  })
})

describe('answerLike', () => {
  const answersLike = (shown: string) => {
    const random = createRandom(1)
    return [...times(200, () => answerLike(shown, random))]
  }

  it('repeats an example, or changes its digits', () => {
    const answers = answersLike('500 EUR')
    expect(answers).toContain('500 EUR')
    for (const answer of answers) expect(answer).toMatch(/^[1-9]00 EUR$/)
  })
})
