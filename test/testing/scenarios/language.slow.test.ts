// The words of steps beyond the examples: what they fail with, and what answers for the service.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { bot, cli } from '../../helpers/cli.ts'
import { onTestFinished } from '../../helpers/finished.ts'
import { folder } from '../../helpers/folder.ts'
import { SEND, START, said, scenario, suite } from './suite.ts'

const GREETER = 'node fixtures/bots/greeter.js'

const play = (text: string, command: string, ...more: string[]) =>
  cli(['test', `${folder({ 'a.yaml': text })}/a.yaml`, '--bot', command, ...more])

/** The lines that say what is wrong with the only scenario. */
async function failed(command: string, ...steps: string[]) {
  const { code, stdout } = await play(suite(scenario('one', ...steps)), command)
  expect(code, stdout).toBe(1)
  const [, , , ...lines] = stdout.split('\n')
  return lines.slice(0, lines.indexOf('')).map((line) => line.trim())
}

describe.concurrent('expectReply', () => {
  it('shows the nearest message and the screen', async () => {
    expect(await failed(GREETER, START, 'expectReply: { to: alice, text: "Hello, Bob!" }')).toEqual([
      'No message matched, and the bot is idle.',
      'The nearest is message 2:',
      'text was       "Hello, Alice!"',
      'expected  "Hello, Bob!"',
      'On the screen:',
      'Alice: /start',
      'Greeter: Hello, Alice! ‹Thanks›',
    ])
  })

  it.each([[], ['--strict']])('accepts the calls that wrote the expected message, %j', async (...flags) => {
    const steps = [
      START,
      'expectReply: { to: alice, text: "Hello, Alice!" }',
      'expectNothing: { for: 50ms }',
      'press: { as: alice, chat: greeter, button: Thanks }',
      'expectReply: { to: alice, text: /welcome/ }',
      'expectNothing: { for: 50ms }',
    ]
    const { code, stdout } = await play(suite(scenario('one', ...steps)), GREETER, ...flags)
    expect(code, stdout).toBe(0)
  })

  it('does not accept a call that wrote another message', async () => {
    const lines = await failed(bot('double'), START, 'expectReply: { to: alice, text: /Hello/ }', 'expectNothing: {}')
    expect(lines.slice(0, 2)).toEqual([
      'Expected no call, but the bot called sendMessage.',
      'call N: greeter sendMessage chat_id 100001, text "Hello, Alice" → 200',
    ])
  })

  it('matches each version of a message once', async () => {
    const twice = ['expectReply: { to: alice, text: /Hello/ }', 'expectReply: { to: alice, text: /Hello/ }']
    expect((await failed(GREETER, START, ...twice))[0]).toBe('No message matched, and the bot is idle.')
  })

  const press = (button: string) => `press: { as: alice, chat: greeter, button: ${button} }`
  const shows = (text: string) => `expectReply: { to: alice, text: ${text} }`

  it('matches a message again after it was edited back', async () => {
    const steps = [START, shows('Menu'), press('Sub'), shows('Submenu'), press('Back'), shows('Menu')]
    const { code, stdout } = await play(suite(scenario('one', ...steps)), bot('menu'))
    expect(code, stdout).toBe(0)
    expect((await failed(bot('menu'), ...steps, shows('Menu')))[0]).toBe('No message matched, and the bot is idle.')
  })

  it.each([
    [
      'that it was refused',
      'telegram',
      START,
      'sendChatAction was refused: Not Found: "sendChatAction" exists in Telegram, not in this service; --lenient sendChatAction answers it with true (GAP-03).',
    ],
    [
      'that it does not hear of it',
      'filtered',
      'edit: { as: alice, chat: greeter, message_id: $sent.message_id, text: ho }',
      'Greeter does not ask for edited_message updates. Add edited_message to allowed_updates.',
    ],
  ])('explains why a bot has shown nothing: %s', async (_, name, action, cause) => {
    const before = name === 'filtered' ? [`${SEND}\n        as: sent`, 'expectReply: { to: alice, text: Hello }'] : []
    const [said, why] = await failed(bot(name), ...before, action, 'expectReply: { to: alice, text: hi }')
    expect([said, why]).toEqual(['No message matched, and the bot is idle.', cause])
  })

  it('matches a message in a group once for each person', async () => {
    const seen = ['alice', 'bob'].map((to) => `expectReply: { to: ${to}, in: team, text: /I may not/ }`)
    const text = suite(scenario('one', 'send: { as: alice, to: team, text: casino }', ...seen))
      .replace('alice: {}', 'alice: {}, bob: {}')
      .replace('scenarios:', '  groups: { team: { owner: bob, members: [alice, greeter] } }\nscenarios:')
    expect((await play(text, GREETER)).stdout).toMatch(/^✓ one \(time\)\n/)
  })
})

it.concurrent('an action waits for the message of the bot that it is about', async () => {
  const pin = 'pin: { as: alice, chat: greeter, message_id: 2 }'
  expect((await play(suite(scenario('one', START, pin)), GREETER)).stdout).toMatch(/^✓ one \(time\)\n/)
  const [said] = await failed(GREETER, START, pin.replace('2', '3'))
  expect(said).toBe('pin was refused: Message 3 of the chat with Greeter does not exist.')
})

it.concurrent('an expression that a variable makes invalid fails only its own scenario', async () => {
  const broken = [START, 'expectReply: { to: alice, text: $text }', 'expectReply: { to: alice, text: $text }']
  const text = suite(
    `${scenario('one', ...broken)}    each: [{ text: /(/ }]\n`,
    scenario('two', START, 'expectReply: { to: alice, text: /Hello/ }'),
  )
  const { stdout } = await play(text, GREETER)
  expect(stdout).toContain(
    '    /(/ is not a valid regular expression: Unterminated group.\n    Correct the expression,',
  )
  expect(stdout).toContain('\n✓ two (time)\n')
})

describe.concurrent('expect with times', () => {
  it('fails for one call too few, and for one too many', async () => {
    const times = (n: number) => `expect: { call: sendMessage, times: ${n} }`
    expect((await failed(bot('double'), START, times(3)))[0]).toBe(
      'After 2 of 3 calls, no sendMessage matched, and the bot is idle.',
    )
    expect((await failed(bot('double'), START, times(1)))[0]).toBe('More than 1 call matched.')
  })
})

it.concurrent('names the target of a fault that never took effect', async () => {
  const lines = await failed(GREETER, 'injectFault: { webhook: 500 }')
  expect(lines.slice(0, 2)).toEqual([
    'An injected fault never took effect: no call or delivery matched it.',
    'fault 1: any delivery to a webhook',
  ])
})

it.concurrent('http refuses an invalid address', async () => {
  expect((await failed(GREETER, 'http: { get: nonsense }')).slice(0, 2)).toEqual([
    '"nonsense" is not a URL.',
    'Write a URL such as http://127.0.0.1:$PORT/hook.',
  ])
})

it.concurrent('a step that removes the bot fails only its own scenario', async () => {
  const hello = 'expectReply: { to: alice, text: /Hello/ }'
  const text = suite(
    scenario('gone', 'clearWorld: {}'),
    scenario('after it', START, hello),
    scenario('kept', 'clearWorld: { keep: [greeter] }'),
    scenario('gone at last', 'reset: {}'),
  )
  const { code, stdout } = await play(text, GREETER)
  expect(code).toBe(1)
  expect(stdout.split('\n').filter((line) => /^[✓✗]/.test(line))).toEqual([
    '✗ gone (time)',
    '✓ after it (time)',
    '✓ kept (time)',
    '✗ gone at last (time)',
  ])
  expect(stdout).toContain(
    '    The scenario removed its bot greeter from the world.\n    Name the bot in `keep` of clearWorld, or create the bot again before the scenario ends.\n',
  )
})

it.concurrent('run fails with the exit code and the output of its command', async () => {
  expect(await failed(GREETER, 'run: "echo no seeds; exit 3"')).toEqual([
    'echo no seeds; exit 3 ended with code 3.',
    'no seeds',
  ])
})

describe.concurrent('http', () => {
  it('sends JSON, keeps the answer, and fails for another status', async () => {
    const server = createServer(async (request, response) => {
      const body = await new Response(request as never).text()
      response.writeHead(request.url === '/hook' ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ method: request.method, body }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const post = `http: { post: "${url}/hook", json: { paid: true }, expect: 200, as: paid }`
    const text = suite(
      scenario(
        'one',
        post,
        START,
        'send: { as: alice, to: greeter, text: "/say $paid.body.body" }',
        said('{"paid":true}'),
      ),
    )
    expect((await play(text, GREETER)).stdout).toBe('✓ one (time)\n\n1 passed (time)\n')
    expect((await failed(GREETER, `http: { get: "${url}/none" }`))[0]).toBe(`${url}/none answered 404, not 200.`)
  })

  it.each([
    ['stalls', '/', '118ms', 'The operation was aborted due to timeout'],
    ['breaks off', '/cut', '10s', 'other side closed'],
  ])('fails only its own scenario if an answer %s halfway', async (_, path, within, cause) => {
    const server = createServer((request, response) => {
      response.writeHead(200, { 'content-length': 10 })
      response.write('half', () => request.url === '/cut' && response.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
    const lines = await failed(GREETER, `http: { get: "${url}", within: ${within} }`)
    expect(lines.slice(0, 2)).toEqual([`${url} did not answer.`, cause])
  })
})

it.concurrent('time spans may have fractions, and may be longer than a timer allows', async () => {
  const text = suite(
    scenario('odd', START, 'expect: { call: sendMessage, times: 1, within: 2.118s }', 'expectNothing: { for: 1.5ms }'),
    scenario('long', START, 'expect: { call: sendMessage, within: 5m }', 'run: { command: "sleep 0.1", within: 30d }'),
    `${scenario('longer', START, 'wait: 20ms', said('/Hello/'))}    timeout: 30d\n`,
  )
  const { stdout, stderr } = await play(text, GREETER, '--patience', '5m')
  expect(stdout).toMatch(/^✓ odd \(time\)\n✓ long \(time\)\n✓ longer \(time\)\n/)
  expect(stderr).toBe('')
})

it.concurrent('expect finds the call of another bot while the first bot is idle or busy', async () => {
  const token = `77:${'A'.repeat(35)}`
  const help = 'send: { as: alice, to: helper, text: help }'
  const helped = 'expect: { bot: helper, call: sendMessage, with: { text: help } }'
  const text = suite(
    scenario('before a call that was expected', help, 'wait: 2s', START, said('/Hello/'), helped),
    scenario('after the first one is at rest', help, helped),
  ).replace('greeter: {}', `greeter: {}, helper: { token: "${token}" }`)
  const both = `BOT_TOKEN=${token} node fixtures/bots/echo.js 1500 & exec ${GREETER}`
  expect((await play(text, both)).stdout).toMatch(/^✓ before.*\n✓ after.*\n\n2 passed \(time\)\n$/)
})

it.concurrent.each(['helper', '"@helper_bot"', '$helper.id'])(
  'waits for %s while the first bot is idle or busy',
  async (helper) => {
    const token = `77:${'A'.repeat(35)}`
    const text = suite(
      scenario(
        'one',
        'send: { as: alice, to: helper, text: help }',
        `expectReply: { to: alice, in: ${helper}, text: help }`,
        'send: { as: alice, to: helper, text: more }',
        `press: { as: alice, chat: ${helper}, button: More }`,
      ),
    ).replace('greeter: {}', `greeter: {}, helper: { token: "${token}" }`)
    const both = `BOT_TOKEN=${token} node test/testing/scenarios/bots/slow-menu.js & exec ${GREETER}`
    expect((await play(text, both)).stdout).toMatch(/^✓ one/)
  },
)

it.concurrent('a bot that fails to restart shows its output line by line', async () => {
  const at = folder({})
  const once = `sh -c 'test -e ${at}/was && { echo seen; echo "Error: not twice"; exit 3; }; touch ${at}/was; exec ${GREETER}'`
  const { stdout } = await play(suite(scenario('one', 'bot: { restart: true }')), once)
  expect(stdout.split('\n').slice(3, 6)).toEqual([
    '    Error: not twice. The bot ended with code 3 before it asked for updates.',
    '    Last output of the bot:',
    '      seen',
  ])
})

describe.concurrent('bot restarts', () => {
  const say = (text: string) => [`send: { as: alice, to: greeter, text: ${text} }`, said(text)]

  it('once the bot has confirmed what it answered', async () => {
    const steps = [START, said('/start'), ...say('one'), 'bot: { restart: true }', ...say('two')]
    const { stdout } = await play(suite(scenario('one', ...steps)), bot('confirms-late'), '--strict')
    expect(stdout).toBe('✓ one (time)\n\n1 passed (time)\n')
  })

  it('at once if it is killed, so that the bot answers again', async () => {
    const steps = [
      START,
      said('/start'),
      ...say('one'),
      'bot: { restart: true, kill: true }',
      said('one'),
      ...say('two'),
    ]
    const { stdout } = await play(suite(scenario('one', ...steps)), bot('confirms-late'), '--strict')
    expect(stdout).toBe('✓ one (time)\n\n1 passed (time)\n')
  })

  it('also if the bot hangs', async () => {
    const steps = [START, said('Hello, Alice'), 'bot: { restart: true }', said('Hello, Alice')]
    const { stdout } = await play(suite(scenario('one', ...steps)), bot('hang-after-reply'), '--patience', '1s')
    expect(stdout.split('\n').slice(2, 4)).toEqual([
      '      after the last step',
      '    Greeter received update 1 2 times and never confirmed it. Pass offset 2 to the next getUpdates.',
    ])
  })
})

it.concurrent('stub answers operations that the service lacks', async () => {
  const text = suite(
    scenario(
      'one',
      'stub: { operation: sendChatAction, result: { seen: 3 } }',
      START,
      'expect: { call: sendChatAction, result: { seen: 3 } }',
    ),
    scenario('two', START, 'expect: { call: sendChatAction, ok: false }'),
  )
  expect((await play(text, bot('telegram'), '--no-advice')).stdout).toMatch(/^✓ one \(time\)\n✓ two \(time\)\n/)
})

describe.concurrent('include with values', () => {
  it('fills the steps with the values, and refuses a value that no step uses', async () => {
    const steps =
      'steps:\n  - send: { as: $who, to: greeter, text: "/say $what" }\n  - expect: { call: sendMessage, with: { text: "/^$what$/" } }\n'
    const include = (values: string) =>
      suite(scenario('one', START, `include: { file: b.steps.yaml, with: { ${values} } }`))
    const run = (values: string) => {
      const at = folder({ 'a.yaml': include(values), 'b.steps.yaml': steps })
      return cli(['test', `${at}/a.yaml`, '--bot', GREETER])
    }
    expect((await run('who: alice, what: 1+1')).stdout).toBe('✓ one (time)\n\n1 passed (time)\n')
    expect((await run('who: alice, what: hi, waht: hi')).stderr).toMatch(
      /a\.yaml:8:70: No step of b\.steps\.yaml uses \$waht\. Did you mean who\?/,
    )
  })
})

describe.concurrent('what a failure looks like', () => {
  it('names the fields that a view has', async () => {
    const state = 'expectState: { view: /users/alice, with: { firstname: Alice }, within: 0 }'
    const lines = await failed(GREETER, state)
    expect(lines).toContain('firstname was       missing')
    expect(lines).toContainEqual(expect.stringMatching(/^Existing keys: id, .*first_name, handle/))
  })

  it('names the existing keys, and the lines of the file', async () => {
    const lines = await failed(GREETER, START, 'expect: { call: sendMessage, with: { reply_to_message_id: 5 } }')
    expect(lines).toContain('Existing keys: chat_id, text, reply_markup.')
    const { stdout } = await play(suite(scenario('one', START, said('/Hello, Bob/'))), GREETER)
    expect(stdout).toContain('\n      > 8 |       - expect: { call: sendMessage, with: { text: "/Hello, Bob/" } }\n')
  })

  it("shows the bot's error first, then the frames of the bot's own code", async () => {
    const lines = await failed(bot('caught'), SEND, said('Hello'))
    expect(lines[0]).toBe('No sendMessage matched, and the bot is idle.')
    expect(lines[2]).toBe('The bot wrote:')
    expect(lines[3]).toBe("TypeError: Cannot read properties of undefined (reading 'name')")
    expect(lines[4]).toMatch(/^at greet \(.*caught\.js:\d+:\d+\)$/)
  })

  it('shows the screen if a button is missing', async () => {
    const lines = await failed(GREETER, START, 'press: { as: alice, chat: greeter, button: Thank }')
    expect(lines).toEqual([
      'press was refused: No button "Thank" found in the chat with Greeter.',
      'On the screen:',
      'Alice: /start',
      'Greeter: Hello, Alice! ‹Thanks›',
    ])
  })
})

describe.concurrent('patience', () => {
  it('is short for an idle bot, and lasts as long as `within`', async () => {
    const quick = await play(
      suite(scenario('one', START, said('no'))),
      GREETER,
      '--reporter',
      'json',
      '--patience',
      '50s',
    )
    const [{ duration_ms }] = JSON.parse(quick.stdout).scenarios
    expect(duration_ms).toBeLessThan(40_000)
    const within = said('no').replace(' } }', ' }, within: 3s }')
    const slow = await play(suite(scenario('one', START, within)), GREETER, '--reporter', 'json')
    expect(JSON.parse(slow.stdout).scenarios[0].duration_ms).toBeGreaterThan(2900)
  })

  it('lasts while the bot works', async () => {
    const text = suite(scenario('one', SEND, said('hi')))
    expect((await play(text, 'node fixtures/bots/echo.js 2000')).stdout).toBe('✓ one (time)\n\n1 passed (time)\n')
  })
})
