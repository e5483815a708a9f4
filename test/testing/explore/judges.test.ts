// Judges: what each one reports, and what it lets pass.

import { describe, expect, it } from 'vitest'
import type { CallView } from '../../../src/control/contract/traffic.ts'
import { JUDGES, judge as judgeAll } from '../../../src/testing/explore/judges/kinds.ts'
import { createMemory } from '../../../src/testing/explore/memory.ts'
import { faultMove, type Move } from '../../../src/testing/explore/moves.ts'
import type { Observation } from '../../../src/testing/explore/observation.ts'
import { propertiesSchema, propertyJudge } from '../../../src/testing/explore/properties.ts'
import type { PersonScreen } from '../../../src/testing/explore/screen.ts'

const SCREEN: PersonScreen = {
  person: 'alice',
  chat: 'bot',
  isPrivate: true,
  started: true,
  blocked: false,
  messages: [],
  keys: [],
}

const move = (text: string, as = 'alice'): Move => ({
  action: 'send',
  params: { as, to: 'bot', text },
  label: `command ${text}`,
})

const sent = (text: string, chat_id = 1, more: Partial<CallView> = {}): CallView => ({
  id: 1,
  at: 0,
  bot: 'bot',
  method: 'sendMessage',
  params: { chat_id, text },
  status: 200,
  ok: true,
  body: { ok: true },
  duration_ms: 1,
  ...more,
})

const refusal = (description: string, status = 400) =>
  sent('', 1, { ok: false, status, body: { ok: false, description } })

const observed = (more: Partial<Observation> & { move?: Move } = {}): Observation => {
  const played = more.move ?? move('/help')
  return {
    move: played,
    params: played.params,
    calls: [],
    hasCalledDeletedChat: false,
    handles: new Map([
      [1, 'alice'],
      [2, 'bob'],
    ]),
    output: [],
    outcome: 'idle',
    before: SCREEN,
    after: SCREEN,
    stateBefore: 'private: a',
    ...more,
  }
}

const fault = observed({ move: faultMove('bot', 'sendMessage') })

const judge = (
  kind: keyof typeof JUDGES,
  observation: Observation,
  history: Observation[] = [],
  memory = createMemory(),
) => judgeAll({ observation, history, memory }, new Map([[kind, JUDGES[kind]]]))

describe('refused', () => {
  it('reports a refusal, and expects no such call', () => {
    expect(judge('refused', observed({ calls: [refusal('Bad Request: chat not found')] }))).toMatchObject({
      kind: 'refused',
      check: [{ expect: { call: 'sendMessage', error: '/^Bad Request: chat not found$/', times: 0 } }],
    })
  })

  it('says what was refused and why, without the parameters', () => {
    const call = refusal('Bad Request: button data is too long')
    const keyboard = { inline_keyboard: [[{ text: 'Next', callback_data: 'x'.repeat(65) }]] }
    const refused = { ...call, params: { ...call.params, text: 'Choose', reply_markup: keyboard }, why: '65 bytes' }
    expect(judge('refused', observed({ calls: [{ ...refused, rule: 'BTN-01' }] }))?.summary).toBe(
      `When Alice sends "/help", the service refuses sendMessage 'Choose', and the person gets no answer: Bad Request: button data is too long: 65 bytes (BTN-01).`,
    )
  })

  it.each([
    ['a person who has blocked the bot', [refusal('Forbidden: bot was blocked by the user', 403)]],
    ['a message that is not modified', [refusal('Bad Request: message is not modified')]],
    ['a refusal that the bot makes up for', [refusal('Bad Request: chat not found'), sent('Sorry', 2)]],
    ['no refusal', [sent('Hello')]],
  ])('lets pass %s', (_, calls) => {
    expect(judge('refused', observed({ calls }))).toBeUndefined()
  })
})

describe('error', () => {
  const shows = (text: string, history: Observation[] = []) =>
    judge('error', observed({ calls: [sent(text)] }), history)
  const withLabel = (label: string) =>
    sent('Choose', 1, { body: { ok: true, result: { reply_markup: { inline_keyboard: [[{ text: label }]] } } } })

  it.each([
    ['Hello, undefined!', 'Hello, undefined'],
    ['Failed: Cannot read properties of undefined', 'properties of undefined'],
    ['Total:\nNaN euros', 'NaN'],
    ['Wait NaNs', 'Wait NaN'],
    ['Item_undefined is gone', 'Item_undefined'],
    ['Cart: [object Object]', 'Cart: \\[object Object\\]'],
    ['Best: <built-in method get of dict object at 0x7f3a>', 'Best: <built-in method get of dict object at 0x'],
    ['Booked for Invalid Date.', 'Booked for Invalid Date'],
    ['Hello None, send /quiz.', 'Hello None'],
    ['Thanks, @null', 'Thanks, @null'],
    [`That costs $\{price}.`, 'That costs \\$\\{price\\}'],
    ['Dear %s, welcome.', 'Dear %s'],
    ['Your best: {score}', 'Your best: \\{score\\}'],
  ])('reports the text %j', (text, expression) => {
    expect(shows(text)).toMatchObject({
      kind: 'error',
      check: [{ expect: { call: 'sendMessage', with: { text: `/${expression}/` }, times: 0 } }],
    })
  })

  it.each([
    'An undefined command.',
    '1/0 is undefined.',
    'The result is undefined.',
    'Please send a number (NaN).',
    'Invalid Date. Please write it as 2030-05-17.',
    'Error on Invalid Date',
    'Allergies: None',
    'None of them is at home.',
    'Repeat on: null',
    'What does typeof null return? Not undefined.',
    'Use `undefined` for that.',
    `Usage: /welcome Hello $\{name}`,
    'The template is: Hello {name}!',
    'Write the date as {day}.{month}.',
    'It is 100%s safe',
  ])('lets pass the text %j', (text) => {
    expect(shows(text)).toBeUndefined()
  })

  it('has one cause for the same words before the value, or for words that a person wrote', () => {
    expect(shows('Score: undefined')?.cause).toBe('shown Score: undefined')
    expect(shows('Added 7: NaN')?.cause).toBe('shown …')
    expect(shows('Added kiwi: NaN', [observed({ move: move('/add kiwi') })])?.cause).toBe('shown …')
  })

  it('reports a button with a value of the program, but not a value that is the whole label', () => {
    expect(judge('error', observed({ calls: [withLabel('Delete undefined')] }))?.check).toEqual([
      {
        expect: {
          call: 'sendMessage',
          with: { reply_markup: { inline_keyboard: { contains: { contains: { text: '/Delete undefined/' } } } } },
          times: 0,
        },
      },
    ])
    expect(judge('error', observed({ calls: [withLabel('undefined')] }))).toBeUndefined()
  })

  it('lets pass what a person wrote, what a button offers, a bot about programs, and what a fault may cause', () => {
    const screen = (text: string, label: string) => {
      const message = { message_id: 1, text, reply_markup: { inline_keyboard: [[{ text: label }]] } } as unknown
      return observed({ before: { ...SCREEN, messages: [message as PersonScreen['messages'][number]] } })
    }
    expect(shows('Noted: undefined', [observed({ move: move('/note undefined') })])).toBeUndefined()
    expect(shows('You chose undefined.', [screen('What is 1/0?', 'undefined')])).toBeUndefined()
    expect(shows('It is NaN.', [screen('A quiz about JavaScript', 'Begin')])).toBeUndefined()
    expect(judge('error', observed({ calls: [sent('Hello, undefined!')] }), [fault])).toBeUndefined()
    expect(shows('You chose undefined.', [screen('What is it?', 'Begin')])).toBeDefined()
    expect(shows('You chose undefined.', [screen('Press `Begin`', 'Begin')])).toBeDefined()
    expect(shows('Hello, undefined! Send `/help`.')).toBeDefined()
  })
})

describe('double', () => {
  it('reports the same message twice, and expects it as often as without the second', () => {
    const history = [observed({ calls: [sent('Added.')] })]
    expect(judge('double', observed({ calls: [sent('Added.'), sent('Added.')] }), history)?.check).toEqual([
      { expect: { call: 'sendMessage', with: { chat_id: 'alice', text: 'Added.' }, times: 2 } },
    ])
  })

  it('reports a message that comes with and without buttons, but not with the data of other buttons', () => {
    const withData = (callback_data: string) => {
      const reply_markup = { inline_keyboard: [[{ text: 'Cancel', callback_data }]] }
      return sent('Added.', 1, { params: { chat_id: 1, text: 'Added.', reply_markup } })
    }
    expect(judge('double', observed({ calls: [sent('Added.'), withData('1')] }))).toBeDefined()
    expect(judge('double', observed({ calls: [withData('1'), withData('2')] }))).toBeUndefined()
  })

  it('lets pass two messages, two chats, a reply, and the start of a blocked bot', () => {
    expect(judge('double', observed({ calls: [sent('1.'), sent('2.')] }))).toBeUndefined()
    expect(judge('double', observed({ calls: [sent('1.'), sent('1.', 2)] }))).toBeUndefined()
    const reply = sent('1.', 1, { body: { ok: true, result: { text: '1.', reply_to_message: { text: 'one' } } } })
    expect(judge('double', observed({ calls: [sent('1.'), reply] }))).toBeUndefined()
    expect(judge('double', observed({ calls: [reply, reply] }))).toBeDefined()
    const before = { ...SCREEN, blocked: true }
    expect(judge('double', observed({ calls: [sent('1.'), sent('1.')], before }))).toBeUndefined()
  })
})

describe('double from a timer', () => {
  const calls = [sent('Tea!'), sent('Tea!')]
  const clockMove = (params: Record<string, unknown>) => ({ action: 'advanceClock', params, label: 'time passes' })

  it('is marked, so that two timers of the same text are not mistaken for it', () => {
    const wait = { action: 'wait', params: { for: '2s' }, label: 'two seconds pass' }
    expect(judge('double', observed({ move: wait, calls }))?.isByTimer).toBe(true)
    expect(judge('double', observed({ calls }))?.isByTimer).toBe(false)
  })

  it('is not reported after a jump of the clock, except to the next timer', () => {
    expect(judge('double', observed({ move: clockMove({ seconds: 60 }), calls }))).toBeUndefined()
    expect(judge('double', observed({ move: clockMove({ to: 'next' }), calls }))?.isByTimer).toBe(true)
  })
})

describe('leak', () => {
  const written = observed({ move: move('kiwi 48213') })
  const { handles } = written
  const list = observed({ move: move('/list', 'bob'), calls: [sent('1. kiwi 48213', 2)], handles })
  function leakIn(observation: Observation, memory = createMemory(), moves = [written.move]) {
    memory.learnWords(written, moves)
    memory.learnWords(observation, [observation.move])
    return judge('leak', observation, [], memory)
  }

  it("reports what one person wrote in another person's chat", () => {
    expect(leakIn(list)).toMatchObject({
      earlier: undefined,
      check: [{ expect: { call: 'sendMessage', with: { chat_id: 'bob', text: '/kiwi 48213/' }, times: 0 } }],
    })
  })

  it('reports the words on a button', () => {
    const reply_markup = { inline_keyboard: [[{ text: 'Remove kiwi 48213' }]] }
    const button = sent('Your list', 2, { body: { ok: true, result: { reply_markup } } })
    expect(leakIn({ ...list, calls: [button] })?.summary).toBe(
      'When Bob sends "/list", the bot shows Bob words that Alice had written to it in private: kiwi 48213',
    )
  })

  it('reports what was written in an earlier conversation, with the moves of its author', () => {
    const later = { ...list, handles: new Map(handles) }
    const moves = [move('/add'), move('/help', 'bob'), written.move]
    expect(leakIn(later, createMemory(), moves)?.earlier).toEqual([move('/add'), written.move])
  })

  it('lets pass the own words, and a bot that passes messages on', () => {
    expect(leakIn(observed({ move: move('/list'), calls: [sent('kiwi 48213')], handles }))).toBeUndefined()
    const memory = createMemory()
    expect(leakIn({ ...written, calls: [sent('kiwi 48213', 2)] }, memory)).toBeUndefined()
    expect(leakIn(list, memory)).toBeUndefined()
  })
})

describe('silence', () => {
  function memoryOf(answered: number) {
    const memory = createMemory()
    for (let i = 0; i < answered; i++) memory.learn(observed({ calls: [sent('Help')] }), 'private: help')
    return memory
  }

  it('reports a command that was answered twice elsewhere, and asks for the same command as a control', () => {
    expect(judge('silence', observed(), [], memoryOf(2))).toMatchObject({
      check: [{ expectBot: { answers: true } }],
      mustAnswer: [{ action: 'start' }, { action: 'send', params: { as: 'alice', text: '/help' } }],
    })
  })

  it('lets pass a command that was answered once, and a bot that tried something', () => {
    expect(judge('silence', observed(), [], memoryOf(1))).toBeUndefined()
    expect(judge('silence', observed({ calls: [refusal('Bad Request: x')] }), [], memoryOf(2))).toBeUndefined()
    expect(judge('silence', observed(), [fault], memoryOf(2))).toBeUndefined()
  })
})

describe('silence after a button', () => {
  const message = {
    message_id: 7,
    author: { is_bot: true },
    reply_markup: { inline_keyboard: [[{ text: 'Yes' }]] },
  } as unknown as PersonScreen['messages'][number]
  const before = { ...SCREEN, messages: [message] }
  const press = (label: string, button = 'Yes'): Move => ({
    action: 'press',
    params: { as: 'alice', chat: 'bot', button },
    target: { button, back: 0 },
    label,
  })

  it('is reported at once if the bot makes no call, because the service shows the button as busy', () => {
    const silent = observed({ move: press('button Yes'), before })
    expect(judge('silence', silent)?.summary).toBe(
      'When Alice presses "Yes", the bot says nothing, and the button stays busy.',
    )
    const calls = [sent('', 1, { method: 'answerCallbackQuery', params: {} })]
    expect(judge('silence', { ...silent, calls })).toBeUndefined()
  })

  it('is over once the bot ends the progress, which is expected of a bot that calls it', () => {
    const silent = observed({ move: press('button Yes'), before })
    expect(judge('silence', silent)?.check).toEqual([{ expectBot: { answers: true } }])
    const memory = createMemory({ endsPresses: true })
    expect(judge('silence', silent, [], memory)?.check).toEqual([{ expect: { call: 'answerCallbackQuery' } }])
  })

  it('of a button that may do nothing is reported only if it stays busy', () => {
    const next = { ...message, reply_markup: { inline_keyboard: [[{ text: 'Next' }]] } }
    const silent = observed({ move: press('button Next', 'Next'), before: { ...SCREEN, messages: [next] } })
    expect(judge('silence', silent)?.cause).toBe('silence after button Next')
    const memory = createMemory()
    const answered = observed({ ...silent, calls: [sent('Page 2')] })
    for (let i = 0; i < 2; i++) memory.learn(answered, 'private: well')
    const calls = [sent('', 1, { method: 'answerCallbackQuery', params: {} })]
    expect(judge('silence', { ...silent, calls }, [], memory)).toBeUndefined()
  })

  it('is reported, unless an older button was pressed after the message', () => {
    const memory = createMemory()
    const answer = observed({ move: press('button Yes'), calls: [sent('Well.')] })
    for (let i = 0; i < 2; i++) memory.learn(answer, 'private: well')
    const silent = observed({ move: press('button Yes'), before })
    const old = { move: press('old button Yes'), calls: [sent('Edited.', 1, { method: 'editMessageText' })] }
    expect(judge('silence', silent, [], memory)?.cause).toBe('silence after button Yes')
    expect(judge('silence', silent, [observed({ ...old, before })], memory)).toBeUndefined()
    const earlier = { ...SCREEN, messages: [{ ...message, message_id: 5 }] }
    expect(judge('silence', silent, [observed({ ...old, before: earlier })], memory)).toBeDefined()
  })
})

describe('silence after a file or a text', () => {
  it('is reported if every other kind is answered in the same state: a file once, a text once a state', () => {
    const memory = createMemory()
    const answer = (label: string) =>
      memory.learn(observed({ move: { ...move('x'), label }, calls: [sent('Well.')] }), 'private: well')
    const causeOf = (label: string) => judge('silence', observed({ move: { ...move('x'), label } }), [], memory)?.cause
    for (const kind of ['audio', 'document']) answer(`file ${kind}`)
    expect(causeOf('file photo')).toBeUndefined()
    memory.learn(observed({ move: { ...move('x'), label: 'file photo with caption' } }), 'private: well')
    expect(causeOf('file photo')).toBeUndefined()
    answer('file video')
    expect(causeOf('file photo')).toBe('silence after file photo')
    for (const kind of ['words', 'date', 'time']) answer(`text ${kind}`)
    expect(causeOf('text number')).toBeUndefined()
    answer('text phone')
    expect(causeOf('text number')).toBe('silence after text number in private: a')
  })
})

describe('silence after a key', () => {
  it('is reported if the bot answers every kind of text where it shows the key', () => {
    const memory = createMemory()
    const key = { ...move('Skip'), label: 'key Skip' }
    const isReported = () => judge('silence', observed({ move: key }), [], memory) !== undefined
    const answer = (kind: string) =>
      memory.learn(observed({ move: { ...move('x'), label: `text ${kind}` }, calls: [sent('Well.')] }), 'private: well')
    answer('words')
    expect(isReported()).toBe(false)
    answer('date')
    expect(isReported()).toBe(true)
    memory.learn(observed({ move: { ...move('x'), label: 'text link' } }), 'private: a')
    expect(isReported()).toBe(false)
  })
})

describe('silence after a command without its argument', () => {
  it('is reported if the bot answers its other commands, whatever it makes of odd arguments of this one', () => {
    const memory = createMemory()
    const learn = (label: string, calls: CallView[]) =>
      memory.learn(observed({ move: { ...move('x'), label }, calls }), 'private: a')
    for (const command of ['/set', '/a', '/b', '/c', '/d']) memory.learnCommand(command)
    for (const command of ['/a', '/b', '/c']) learn(`command ${command}`, [sent('Well.')])
    learn('command /set with blank', [])
    const set = observed({ move: { ...move('/set'), label: 'command /set' } })
    expect(judge('silence', set, [], memory)).toBeUndefined()
    learn('command /d with number', [sent('Well.')])
    expect(judge('silence', set, [], memory)?.cause).toBe('silence after command /set')
  })
})

describe('silence after a command that the bot never mentioned', () => {
  it('is reported only if the bot answers all others that it never mentioned', () => {
    const memory = createMemory()
    const learn = (text: string, calls: CallView[]) => memory.learn(observed({ move: move(text), calls }), 'private: a')
    for (const command of ['/a', '/b', '/c', '/d']) memory.learnCommand(command)
    for (const command of ['/a', '/b', '/c', '/d']) learn(command, [sent('Well.')])
    expect(judge('silence', observed(), [], memory)).toBeUndefined()
    for (const command of ['/start', '/stop', '/cancel', '/settings']) learn(command, [sent('What?')])
    expect(judge('silence', observed(), [], memory)?.cause).toBe('silence after command /help')
  })
})

describe('silence in a group', () => {
  const GROUP = { ...SCREEN, chat: 'team', isPrivate: false }
  const inGroup = (more: Partial<Observation> = {}) => observed({ before: GROUP, after: GROUP, ...more })

  it('reports a command that was answered in the group, unless rights have changed', () => {
    const memory = createMemory()
    for (let i = 0; i < 2; i++) memory.learn(inGroup({ calls: [sent('Help')] }), 'group: help')
    expect(judge('silence', inGroup(), [], memory)).toMatchObject({ mustAnswer: [{ params: { text: '/help' } }] })
    expect(judge('silence', observed(), [], memory)).toBeUndefined()
    const mute = inGroup({ move: { action: 'mute', params: { as: 'alice', who: 'bob' }, label: 'mute' } })
    expect(judge('silence', inGroup(), [mute], memory)).toBeUndefined()
  })
})

describe('createMemory', () => {
  it('offers what the bot registers or mentions, not the usual commands that people try anyway', () => {
    const memory = createMemory()
    memory.learnCommand('/add')
    expect([...memory.commands.keys()]).toEqual(['/start', '/help', '/cancel', '/stop', '/settings', '/add'])
    expect([...memory.offered]).toEqual(['command /add'])
  })

  it('knows the moves of private chats and of groups apart', () => {
    const memory = createMemory()
    memory.learn(observed({ move: move('/help') }), 'a')
    expect([memory.wasMade('command /help', true), memory.wasMade('command /help', false)]).toEqual([true, false])
  })
})

describe('lost', () => {
  it('reports a call that is not repeated after a 429, but not a repeated call that is refused for another reason', () => {
    const lost = (calls: CallView[]) => judge('lost', observed({ calls }), [fault])
    expect(lost([refusal('Too Many Requests', 429)])?.summary).toBe(
      'When Alice sends "/help" and sendMessage was refused with 429, retry after 1 s, the bot does not repeat it.',
    )
    expect(lost([refusal('Too Many Requests', 429), refusal('message is not modified')])).toBeUndefined()
  })
})

describe('an error that is only logged', () => {
  const output = ["TypeError in middleware: Cannot read properties of undefined (reading 'length')"]

  it('is reported if the person gets no answer', () => {
    expect(judge('error', observed({ output }))).toMatchObject({
      summary: `When Alice sends "/help", the bot says nothing and writes: ${output[0]}`,
      check: [{ expectBot: { withoutOutput: expect.stringContaining('Cannot read properties') } }],
    })
  })

  it('is reported after a text or a file too', () => {
    const photo: Move = { action: 'sendFile', params: { as: 'alice', to: 'bot', kind: 'photo' }, label: 'file photo' }
    expect(judge('error', observed({ output, move: photo }))?.summary).toBe(
      `When Alice sends a file (photo), the bot says nothing and writes: ${output[0]}`,
    )
  })

  it('passes beside an answer or a refused call, and so does what is no error', () => {
    expect(judge('error', observed({ output, calls: [sent('Sorry')] }))).toBeUndefined()
    expect(judge('error', observed({ output, calls: [refusal('Bad Request: x')] }))).toBeUndefined()
    expect(judge('error', observed({ output: ['update 7 handled'] }))).toBeUndefined()
  })
})

describe('crash', () => {
  const ended = observed({ outcome: 'ended', ending: { code: 1, signal: null }, output: ['TypeError: x'] })
  const lacking = refusal('Not Found', 404)

  it('reports the end of the process with what the person did', () => {
    expect(judge('crash', ended)?.summary).toBe('When Alice sends "/help", the bot ends (exit code 1): TypeError: x')
  })

  it('has one cause for all calls that are not repeated after a 429', () => {
    const after429 = { ...ended, calls: [refusal('Too Many Requests', 429)] }
    expect(judge('crash', after429, [fault])).toMatchObject({
      summary: 'When Alice sends "/help" and a call is refused with 429, the bot ends (exit code 1): TypeError: x',
      cause: 'not repeated after 429',
    })
  })

  it('reports nothing after a call of an operation that the service lacks', () => {
    for (const rule of ['GAP-02', 'GAP-03']) {
      const calls = [{ ...lacking, rule }]
      expect(judge('crash', { ...ended, calls })).toBeUndefined()
      expect(judge('error', observed({ calls, output: ['Error: x', '    at a.js:1'] }))).toBeUndefined()
      expect(judge('refused', observed({ calls }))).toBeUndefined()
    }
    expect(judge('refused', observed({ calls: [lacking] }))).toBeDefined()
  })

  it('reports the end after a block, but not if another person has blocked it', () => {
    const blocked = sent('', 1, {
      ok: false,
      status: 400,
      rule: 'CID-10',
      body: { ok: false, description: 'Bad Request: chat not found' },
    })
    const ended = observed({ outcome: 'ended', ending: { code: 1, signal: null }, calls: [blocked] })
    expect(judge('crash', ended)?.kind).toBe('crash')
    expect(judge('crash', { ...ended, move: move('/ask', 'bob') })).toBeUndefined()
    expect(judge('refused', observed({ calls: [blocked] }))).toBeUndefined()
  })

  it('does not report what a chat of an earlier conversation caused', () => {
    const ended = observed({ outcome: 'ended', ending: { code: 1, signal: null } })
    expect(judge('crash', ended)?.kind).toBe('crash')
    expect(judge('crash', { ...ended, hasCalledDeletedChat: true })).toBeUndefined()
  })

  it('reports a busy bot, but not one that waits after a 429', () => {
    const busy = (calls: CallView[] = []) => judge('crash', observed({ outcome: 'busy', calls }))
    expect(busy()).toMatchObject({ summary: 'When Alice sends "/help", the bot stops asking for updates.', check: [] })
    expect(busy([refusal('Too Many Requests', 429)])).toBeUndefined()
    expect(busy(Array(16).fill(sent('a')))).toMatchObject({
      summary: 'When Alice sends "/help", the bot makes 16 calls and does not stop.',
      check: [{ expectBot: { quiet: '1s', within: '4s' } }],
    })
  })
})

describe('properties', () => {
  const properties = propertiesSchema.parse({
    always: [{ name: 'never says undefined', never: { call: 'sendMessage', with: { text: '/undefined/' } } }],
    after: [{ name: 'help comes', action: 'send', with: { text: '/help' }, eventually: { call: 'sendMessage' } }],
  })
  const verdict = (observation: Observation) =>
    propertyJudge(properties)({ observation, history: [], memory: createMemory() })?.cause

  it('hold always, or follow an action', () => {
    expect(verdict(observed({ calls: [sent('undefined')] }))).toBe('always never says undefined')
    expect(verdict(observed({ calls: [sent('Help')] }))).toBeUndefined()
    expect(verdict(observed())).toBe('after help comes')
    expect(verdict(observed({ move: move('/other') }))).toBeUndefined()
  })
})
