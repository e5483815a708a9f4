// The plan of a conversation, and the arguments of commands.

import { describe, expect, it } from 'vitest'
import { answerLike, commandsIn, examplesIn, likeExample } from '../../../src/testing/explore/arguments.ts'
import { createPlan } from '../../../src/testing/explore/plan.ts'
import { createRandom } from '../../../src/testing/explore/random.ts'
import { isOwnText, type PersonScreen } from '../../../src/testing/explore/screen.ts'

const PEOPLE = ['alice', 'bob', 'carol']
const planOf = (seed: number, more: Partial<Parameters<typeof createPlan>[1]> = {}) =>
  createPlan(createRandom(seed), { people: PEOPLE, groups: ['team'], bot: 'bot', ...more })
const times = (count: number, each: () => string) => new Set(Array.from({ length: count }, each))
const SEEDS = [1, 2, 3, 4, 5, 6]

describe('createPlan', () => {
  it('plans the same conversation for the same seed', () => {
    const plan = (seed: number) => {
      const { length, factorOf, nextPerson, chat } = planOf(seed)
      return JSON.stringify([length, ...['/a', '/b', '/c', '/d'].map(factorOf), nextPerson(), chat])
    }
    expect(plan(5)).toBe(plan(5))
    expect(new Set(SEEDS.map(plan)).size).toBeGreaterThan(1)
  })

  it('keeps the factor of a label for the whole conversation', () => {
    const { factorOf } = planOf(1)
    const labels = ['/a', '/b', '/c', '/d', '/e']
    expect(labels.map(factorOf)).toEqual(labels.map(factorOf))
  })

  it('continues known moves with the same person in the same chat', () => {
    const from = { action: 'send', params: { as: 'carol', to: 'team', text: 'a' }, label: 'text words' }
    for (const seed of SEEDS) {
      const { nextPerson, chat } = planOf(seed, { from })
      expect([...times(100, nextPerson)]).toContain('carol')
      expect(chat).toBe('team')
    }
  })

  it('plans a tour for the given kind of chat: of one person in private, of several in a group', () => {
    for (const seed of SEEDS) {
      const [alone, group] = [planOf(seed, { tour: 'private' }), planOf(seed, { tour: 'group' })]
      expect([alone.chat, alone.isSystematic, times(100, alone.nextPerson).size]).toEqual(['bot', true, 1])
      expect([group.chat, group.isSystematic]).toEqual(['team', true])
      expect(times(100, group.nextPerson).size).toBeGreaterThanOrEqual(2)
    }
  })

  it('plans a tour of people who write recognizable words to the bot', () => {
    const { nextPerson, chat, factorOf } = planOf(1, { tour: 'people' })
    expect(times(100, nextPerson).size).toBeGreaterThanOrEqual(2)
    expect(chat).toBe('bot')
    expect(factorOf('text words')).toBeGreaterThan(factorOf('text date'))
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

  it('finds no command in a path or an address', () => {
    expect(commandsIn('See https://example.com/help and a/b.')).toEqual([])
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

const screenOf = (...texts: string[]) =>
  ({ messages: texts.map((text) => ({ author: { is_bot: true }, text })) }) as unknown as PersonScreen

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

describe('isOwnText', () => {
  it('does not count words of the bot, which would hide parts of its texts in the names of states', () => {
    const screen = screenOf('What would you like to know?')
    expect(isOwnText('to know', screen)).toBe(false)
    expect(isOwnText('/language to know', screen)).toBe(false)
    expect(isOwnText('to knot', screen)).toBe(true)
    expect(isOwnText('to know', undefined)).toBe(true)
    expect(isOwnText(undefined, screen)).toBe(false)
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
