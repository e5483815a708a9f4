// Mistakes in scenario files: where they are, what was expected, and the nearest valid word.

import { describe, expect, it } from 'vitest'
import { catalogue } from '../../src/actions/catalogue.ts'
import { readScenarioFile } from '../../src/scenario/read/read-file.ts'
import { vocabularyOf } from '../../src/scenario/read/vocabulary.ts'
import { folder } from './folder.ts'

const vocabulary = vocabularyOf(catalogue())

/** The mistakes as `line:column message hint`. */
function mistakesIn(text: string, others: Record<string, string> = {}): string[] {
  const path = `${folder({ ...others, 'a.yaml': text })}/a.yaml`
  return readScenarioFile(path, vocabulary).mistakes.map(({ at, message, hint }) =>
    `${at.line}:${at.column} ${message} ${hint}`.trim(),
  )
}

const steps = (...lines: string[]) => `world:
  users: { alice: {} }
  bots: { greeter: {} }
scenarios:
  - name: a
    steps:
${lines.map((line) => `      - ${line}`).join('\n')}
`

describe('a mistake', () => {
  it.each([
    ['an unknown step', 'strat: { as: alice, bot: greeter }', '7:9 There is no step "strat". Did you mean start?'],
    [
      'an unknown parameter',
      'send: { as: alice, to: greeter, txet: hi }',
      '7:41 send has no "txet". Did you mean text?',
    ],
    ['a missing parameter', 'send: { as: alice, to: greeter }', '7:15 send lacks "text". Write a string.'],
    [
      'a value of another kind',
      'send: { as: alice, to: greeter, text: 5 }',
      '7:47 send.text: Invalid input: expected string, received number. Write a string.',
    ],
    [
      'a time that is none',
      'expect: { call: sendMessage, within: soon }',
      '7:46 expect.within: Invalid input: expected seconds, or a text such as 200ms, 3s or 48h.',
    ],
    [
      'two things in one step',
      '{ wait: 1s, expectNothing: {} }',
      '7:9 A step does one thing, and this does wait and expectNothing. Begin each step with a dash of its own.',
    ],
    [
      'a variable that nobody has set',
      'send: { as: $alise.id, to: greeter, text: hi }',
      '7:21 Nothing is called $alise by then. Did you mean $alice?',
    ],
    [
      'something beside an expectation',
      '{ expect: { call: sendMessage }, as: hello }',
      '7:42 "as" stands beside expect. Write it inside of expect.',
    ],
  ])('%s', (_, step, told) => {
    expect(mistakesIn(steps(step))).toEqual([told])
  })

  it('is told with all others of the file', () => {
    expect(mistakesIn(steps('sned: {}', 'wait: never'))).toHaveLength(2)
  })

  it('in the frame of the file', () => {
    expect(mistakesIn('scenaros: []')).toEqual(['1:1 the file has no "scenaros". Did you mean scenarios?'])
    expect(mistakesIn('scenarios:\n  - steps: [{ wait: 1s }]\n')).toEqual([
      '2:5 scenarios.0 lacks "name". Write a string.',
    ])
    expect(mistakesIn('world: { user: {} }')).toEqual(['1:10 world has no "user". Did you mean users?'])
  })

  it('of YAML itself', () => {
    expect(mistakesIn('scenarios: [')[0]).toMatch(/^1:\d+ .* This is no valid YAML\.$/)
    expect(mistakesIn('world: {}\nworld: {}')[0]).toBe('2:1 Map keys must be unique This is no valid YAML.')
  })

  it('in an included file is told at its own place', () => {
    const path = folder({ 'a.yaml': steps('include: b.yaml'), 'b.yaml': 'steps:\n  - sned: {}\n' })
    const [mistake] = readScenarioFile(`${path}/a.yaml`, vocabulary).mistakes
    expect(mistake).toMatchObject({ at: { line: 2, column: 5 }, message: 'There is no step "sned".' })
    expect(mistake!.at.file).toMatch(/b\.yaml$/)
  })

  it('of including what is not there, or oneself', () => {
    expect(mistakesIn(steps('include: b.yaml'))[0]).toMatch(/^7:18 There is no file .*b\.yaml\./)
    expect(mistakesIn(steps('include: a.yaml'))).toEqual(['7:18 a.yaml includes itself. Break the circle.'])
  })

  it('of a table whose rows differ', () => {
    const text = 'scenarios:\n  - name: a\n    each: [{ x: 1 }, { y: 2 }]\n    steps: [{ wait: 1s }]\n'
    expect(mistakesIn(text)).toEqual(['3:22 This row lacks "x". All rows of a table have the same columns.'])
  })
})
