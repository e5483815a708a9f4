// Mistakes in scenario files: where they are, what was expected, and the nearest valid word.

import { describe, expect, it } from 'vitest'
import { loadStepCatalogue } from '../../../src/cli/test/load-step-catalogue.ts'
import { mistakesProblem } from '../../../src/testing/scenarios/read/mistake.ts'
import { readScenarioFile } from '../../../src/testing/scenarios/read/read-file.ts'
import { folder } from '../../helpers/folder.ts'

const catalogue = loadStepCatalogue()

/** The mistakes as `line:column message hint`. */
function mistakesIn(text: string, others: Record<string, string> = {}): string[] {
  const path = `${folder({ ...others, 'a.yaml': text })}/a.yaml`
  return readScenarioFile(path, catalogue).mistakes.map(({ at, message, hint }) =>
    `${at.line}:${at.column} ${message} ${hint}`.trim(),
  )
}

const byLine = (a: string, b: string) => Number.parseInt(a, 10) - Number.parseInt(b, 10)

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
    ['an unknown step', 'strat: { as: alice, bot: greeter }', '7:9 Unknown step "strat". Did you mean start?'],
    [
      'the beginning of a step',
      'expectNo: { call: sendMessage }',
      '7:9 Unknown step "expectNo". Did you mean expectNothing?',
    ],
    [
      'an unknown parameter',
      'send: { as: alice, to: greeter, txet: hi }',
      '7:41 send does not take "txet". Did you mean text?',
    ],
    ['a missing parameter', 'send: { as: alice, to: greeter }', '7:15 send lacks "text". Write a string.'],
    [
      'a value of another kind',
      'send: { as: alice, to: greeter, text: 5 }',
      '7:47 send.text is a number. Write a string.',
    ],
    [
      'a number that is too small',
      'expect: { call: sendMessage, times: -1 }',
      '7:45 expect.times: Too small: expected number to be >=0.',
    ],
    [
      'a time that is none',
      'expect: { call: sendMessage, within: soon }',
      '7:46 expect.within: "soon" isn\'t a time span. Write 48h, 90s or 10m.',
    ],
    [
      'a time that is none, of an action',
      'advanceClock: 48 hours',
      '7:23 advanceClock.seconds: "48 hours" isn\'t a time span. Write 48h, 90s or 10m.',
    ],
    [
      'a word that is none of those allowed',
      'sendFile: { as: alice, to: greeter, kind: foto, file: a.yaml }',
      '7:51 sendFile.kind cannot be "foto". Did you mean photo?',
    ],
    [
      'a file that is not there',
      'sendFile: { as: alice, to: greeter, kind: photo, file: b.jpg }',
      '7:64 The file b.jpg does not exist. Write the path relative to the file that contains it.',
    ],
    [
      'an operation that there is not',
      'expect: { call: sendMesage }',
      '7:25 Unknown operation "sendMesage". Did you mean sendMessage?',
    ],
    [
      'an expression that cannot be read',
      'expect: { call: sendMessage, with: { text: "/Hello(/" } }',
      '7:52 /Hello(/ is not a valid regular expression: Unterminated group. Correct the expression, or write plain text without the slashes.',
    ],
    [
      'what belongs inside of an expectation',
      '{ expect: { call: sendMessage }, within: 3s }',
      '7:42 "within" is on the same level as expect. Move "within" inside expect.',
    ],
    [
      'a word beside an action that was mistyped',
      '{ start: { as: alice, bot: greeter }, refsed: true }',
      '7:47 The step start does not take "refsed". Did you mean refused?',
    ],
    ['what may be anything, and is not there', '{ expectState: { view: /bots } }', '7:24 expectState lacks "with".'],
    [
      'two things in one step',
      '{ wait: 1s, expectNothing: {} }',
      '7:9 This step has several keys: wait and expectNothing. Start each step with its own dash.',
    ],
    [
      'a variable that nobody has set',
      'send: { as: $alise.id, to: greeter, text: hi }',
      '7:21 The variable $alise is not set at this step. Did you mean $alice?',
    ],
    [
      'a person who is not there',
      'send: { as: alcie, to: greeter, text: hi }',
      '7:21 send.as: unknown "alcie". Did you mean alice?',
    ],
    [
      'a chat of a call that is not there',
      'expect: { call: sendMessage, with: { chat_id: aliec } }',
      '7:55 expect.with.chat_id: unknown "aliec". Did you mean alice?',
    ],
    [
      'a parameter that the operation has not',
      'expect: { call: sendMessage, with: { txt: hi } }',
      '7:46 sendMessage does not take "txt". Did you mean text?',
    ],
    [
      'a view that there is not',
      'expectState: { view: /user/alice, with: {} }',
      '7:30 Unknown view /user/alice. Did you mean /users/alice?',
    ],
    [
      'a view of somebody who is not there',
      'expectState: { view: /users/alcie/chats, with: [] }',
      '7:30 expectState.view: unknown "alcie". Did you mean alice?',
    ],
    [
      'a fault of an operation that there is not',
      'injectFault: { operation: sendMesage, status: 500 }',
      '7:35 Unknown operation "sendMesage". Did you mean sendMessage?',
    ],
    [
      'somebody who sees what is not there',
      'expectReply: { to: alcie, text: hi }',
      '7:28 expectReply.to: unknown "alcie". Did you mean alice?',
    ],
    [
      'a request without an address',
      'http: { json: {} }',
      '7:15 http: expected one of get, post, put, patch, delete with a URL.',
    ],
    [
      'something beside an expectation',
      '{ expect: { call: sendMessage }, as: hello }',
      '7:42 "as" is on the same level as expect. Move "as" inside expect.',
    ],
  ])('%s', (_, step, told) => {
    expect(mistakesIn(steps(step))).toEqual([told])
  })

  it('is reported together with all others of the file', () => {
    expect(mistakesIn(steps('sned: {}', 'wait: never'))).toHaveLength(2)
  })

  it('is not a call with `error`, even of an unknown operation', () => {
    expect(mistakesIn(steps('expect: { call: sendPoll, ok: false }', 'expectNothing: { call: getMe }'))).toEqual([])
  })

  it('in a step is reported together with mistakes outside the steps', () => {
    expect(mistakesIn('scenarios:\n  - name: a\n    each: []\n    steps: [{ sned: {} }]\n')).toEqual([
      '3:11 scenarios.0.each is empty.',
      '4:15 Unknown step "sned". Did you mean send?',
    ])
  })

  it('is not a person who is created by a step, is refused, or has no handle', () => {
    const lines = [
      'createUser: { first_name: Dora, handle: dora }',
      'send: { as: dora, to: greeter, text: hi }',
      '{ send: { as: nobody, to: greeter, text: hi }, refused: not-found }',
      'expect: { call: sendMessage, with: { chat_id: "@channel", parse_mode: HTML, text: /a/ } }',
      'expectState: { view: /users/$alice.id/chats, with: [] }',
    ]
    expect(mistakesIn(steps(...lines))).toEqual([])
  })

  it('is found in `before each`, but not in a YAML anchor', () => {
    const text = steps('wait: 1ms').replace(
      'scenarios:',
      'x-any: { thing: [1] }\nbefore each: [{ sned: {} }]\nscenarios:',
    )
    expect(mistakesIn(text)).toEqual(['5:17 Unknown step "sned". Did you mean send?'])
  })

  it('is an id or a username of two entries', () => {
    const world = (users: string) => mistakesIn(`world:\n  users: { ${users} }\nscenarios: []\n`)
    expect(world('alice: { id: 5 }, bob: { id: 5 }')).toEqual([
      '2:41 world.users.bob.id: alice already has 5. Choose another value, or leave the key out.',
    ])
    expect(world('alice: { username: al }, bob: { username: al }')).toEqual([
      '2:54 world.users.bob.username: alice already has "al". Choose another value, or leave the key out.',
    ])
  })

  it('is a handle of two entries, and one username in two spellings', () => {
    expect(mistakesIn('world:\n  users: { al: {} }\n  groups: { al: { owner: al } }\nscenarios: []\n')).toEqual([
      '3:13 world.groups.al: world.users already has this handle. Choose another handle.',
    ])
    const text = 'world:\n  users: { a: { username: Alice } }\n  bots: { b: { username: "@alice" } }\nscenarios: []\n'
    expect(mistakesIn(text)).toEqual([
      '3:26 world.bots.b.username: a already has "@alice". Choose another value, or leave the key out.',
    ])
  })

  it('is an invalid handle or username', () => {
    expect(mistakesIn('world:\n  users: { a b: {}, c: { username: 1st } }\nscenarios: []\n')).toEqual([
      '2:12 world.users: "a b" cannot be a handle. A handle has up to 64 letters, digits, dots, dashes and underscores, and is not a number.',
      '2:36 world.users.c: "1st" cannot be a username. A username has letters, digits and underscores, and begins with a letter. Write it without @.',
    ])
  })

  it('is a file with several documents, or with an unclosed bracket', () => {
    expect(mistakesIn('a: 1\n---\nb: 2\n')).toEqual([
      '2:1 The file contains several YAML documents. Put each document into its own file.',
    ])
    const bomb = [...'bcdefg'].map((name, i) => `x-${name}: &${name} [${Array(9).fill(`*${'abcdef'[i]}`)}]`)
    expect(mistakesIn(['x-a: &a [1]', ...bomb, 'scenarios: *g'].join('\n'))).toEqual([
      '1:1 Excessive alias count indicates a resource exhaustion attack. Correct the aliases.',
    ])
  })

  it('in the world', () => {
    const world = (...lines: string[]) => mistakesIn(`world:\n${lines.join('\n')}\nscenarios: []\n`)
    expect(world('  users: { alice: { langauge_code: en } }')).toEqual([
      '2:21 world.users.alice does not take "langauge_code". Did you mean language_code?',
    ])
    expect(world('  service: { nam: X }')).toEqual(['2:14 world.service does not take "nam". Did you mean name?'])
    expect(world('  clock: { at: some day }')).toEqual([
      '2:16 world.clock.at: expected Unix seconds, or a time such as 48h, tomorrow 9:00 or 2030-01-01T12:00:00Z.',
    ])
    expect(
      world('  users: { alice: { username: al } }', '  groups: { team: { owner: alise, members: ["@al", bob] } }'),
    ).toEqual([
      '3:28 world.groups.team.owner: unknown "alise". Did you mean alice?',
      '3:52 world.groups.team.members: unknown "bob". Choose one of: alice, @al.',
    ])
  })

  it('in the world is absent if another file completes the world', () => {
    const part = 'world:\n  groups: { team: { owner: alice } }\n'
    expect(mistakesIn(part)).toEqual([])
    expect(mistakesIn(`include: b.yaml\nworld: { users: { alice } }\nscenarios: []\n`, { 'b.yaml': part })).toEqual([])
  })

  it('in the frame of the file', () => {
    expect(mistakesIn('scenaros: []')).toEqual(['1:1 the file does not take "scenaros". Did you mean scenarios?'])
    expect(mistakesIn('scenarios:\n  - steps: [{ wait: 1s }]\n')).toEqual([
      '2:5 scenarios.0 lacks "name". Write a string.',
    ])
    expect(mistakesIn('world: { user: {} }')).toEqual(['1:10 world does not take "user". Did you mean users?'])
  })

  it('of YAML itself', () => {
    expect(mistakesIn('scenarios: [')[0]).toMatch(/^1:\d+ .* Correct the YAML syntax\.$/)
    expect(mistakesIn('world: {}\nworld: {}')[0]).toBe(
      '2:1 The key "world" is repeated. Write each key of a map only once.',
    )
  })

  it('of every kind is found in one pass', () => {
    const text = `worlds: {}
world:
  users: { alice: { frist_name: A }, bob: 5 }
  bots: { greeter: {} }
scenarios:
  - name: a
    steps:
      - start: { as: alise, bot: greeter }
      - strat: { as: alice, bot: greeter }
      - send: { as: alice, to: greeter, text: $waht }
      - send: { as: alice, to: greeter, txt: hi }
        as: sent
      - edit: { as: alice, chat: greeter, message_id: $sent.message_id, text: ho }
      - 5
  - steps: []
`
    expect(mistakesIn(text).sort(byLine)).toEqual([
      '1:1 the file does not take "worlds". Did you mean world?',
      '3:43 world.users.bob is a number. Write a map or nothing.',
      '3:21 world.users.alice does not take "frist_name". Did you mean first_name?',
      '8:22 start.as: unknown "alise". Did you mean alice?',
      '9:9 Unknown step "strat". Did you mean start?',
      '10:47 The variable $waht is not set at this step. Write $$waht for a literal dollar.',
      '11:41 send does not take "txt". Did you mean text?',
      '14:9 scenarios.0.steps.5 is a number. Write a map.',
      '15:5 scenarios.1 lacks "name". Write a string.',
      '15:12 scenarios.1.steps is empty.',
    ])
  })

  it('in an included file has its location in that file', () => {
    const path = folder({ 'a.yaml': steps('include: b.yaml'), 'b.yaml': 'steps:\n  - sned: {}\n' })
    const [mistake] = readScenarioFile(`${path}/a.yaml`, catalogue).mistakes
    expect(mistake).toMatchObject({ at: { line: 2, column: 5 }, message: 'Unknown step "sned".' })
    expect(mistake!.at.file).toMatch(/b\.yaml$/)
  })

  it('is an include of a missing file, or of the file itself', () => {
    expect(mistakesIn(steps('include: b.yaml'))[0]).toMatch(/^7:18 The file .*b\.yaml does not exist\./)
    expect(mistakesIn(steps('include: ..'))[0]).toMatch(/^7:18 The file /)
    expect(mistakesIn(steps('include: a.yaml'))).toEqual(['7:18 a.yaml includes itself. Remove one of the includes.'])
  })

  it('in a file that several files include is reported once', () => {
    const at = (file: string, line: number) => ({ file, line, column: 1 })
    const mistake = (file: string, line: number) => ({ at: at(file, line), message: `${line}.`, hint: '' })
    const found = [mistake('b', 2), mistake('a', 9), mistake('b', 1), mistake('b', 2)]
    expect(mistakesProblem('bad-scenario', found).message).toBe(
      'b:1:1: 1.\nb:2:1: 2.\na:9:1: 9.\n3 mistakes; nothing was run. `npx bot-emulator schema` prints the schema for an editor.',
    )
  })

  it('is a table whose rows have different columns', () => {
    const text = 'scenarios:\n  - name: a\n    each: [{ x: 1 }, { y: 2 }]\n    steps: [{ wait: 1s }]\n'
    expect(mistakesIn(text)).toEqual(['3:22 This row lacks "x". Give every row of the table the same columns.'])
  })

  it('is not a path into a value of an include or a table', () => {
    const send = (text: string) => `send: { as: alice, to: greeter, text: "${text}" }`
    const path = folder({
      'a.yaml': `${steps('include: { file: b.yaml, with: { pizza: { name: Salami, price: { eur: 9 } } } }')}
  - name: $user.name and $user.address
    each: [{ user: { name: Bob, address: { town: Ulm } } }]
    steps: [{ ${send('$user.name')} }]
`,
      'b.yaml': `steps:\n  - ${send('$pizza.name for $pizza.price.eur, $pizza.price, $$')}\n`,
    })
    const { scenarios, mistakes } = readScenarioFile(`${path}/a.yaml`, catalogue)
    expect(mistakes).toEqual([])
    expect(scenarios.map(({ name }) => name)).toEqual(['a', 'Bob and {"town":"Ulm"}'])
    expect(scenarios[0]?.steps[0]?.params.text).toBe('Salami for 9, {"eur":9}, $$')
  })
})

it('is an alias inside its own anchor', () => {
  expect(mistakesIn(`x-a: &a\n  b: [{ c: *a }]\n${steps('start: { as: alice, bot: greeter }')}`)).toEqual([
    '1:1 Converting circular structure to JSON. Correct the aliases.',
  ])
})

describe('no mistake', () => {
  const dice = ['start: { as: alice, bot: greeter }', 'expect: { call: sendDice }']

  it.each([
    ['a step', steps('stub: { operation: sendDice }', ...dice)],
    ['a step of another file', steps('include: b.yaml', ...dice)],
    [
      'the settings of the world',
      `${steps(...dice)}`.replace('world:', 'world:\n  service: { stubs: { sendDice: 1 } }'),
    ],
    ['a step that sets the service', steps('updateService: { lenient: [sendDice] }', ...dice)],
  ])('is an operation that %s makes the service answer', (_, text) => {
    expect(mistakesIn(text, { 'b.yaml': 'steps:\n  - stub: { operation: sendDice }\n' })).toEqual([])
  })

  it('is a person of the default world in a file without a world', () => {
    const [, entries = ''] = steps('send: { as: carol, to: news-comments, text: hi }').split('greeter: {} }\n')
    expect(mistakesIn(entries)).toEqual([])
    expect(mistakesIn(`world: { service: { lenient: [sendDice] } }\n${entries}`)).toEqual([])
    expect(mistakesIn(entries.replace('carol', 'dora'))).toEqual([expect.stringContaining('unknown "dora"')])
  })

  it('is a file with a dollar in its name', () => {
    const send = (file: string) => steps(`sendFile: { as: alice, to: greeter, kind: document, file: ${file} }`)
    expect(mistakesIn(send('a$$b.txt'), { 'a$b.txt': '' })).toEqual([])
    expect(mistakesIn(send('a$$b.txt'), { 'a$$b.txt': '' })).toEqual([
      expect.stringContaining('The file a$$b.txt does not exist.'),
    ])
  })
})
