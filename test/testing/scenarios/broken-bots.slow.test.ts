// What a run tells of bots that are broken in the usual ways: whole messages, and exit codes.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bot, cli as command, lives } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'
import { SEND, START, said, scenario, suite } from './suite.ts'

/** Without the lines of the file, which the scenarios here show anyway. */
async function cli(...args: Parameters<typeof command>) {
  const outcome = await command(...args)
  return { ...outcome, stdout: outcome.stdout.replace(/\n(?:\n {6}[ >] +\d+ \|.*)(?:\n {6}[ >] +\d+ \|.*)*/g, '') }
}

const HELLO = 'test/testing/scenarios/hello.yaml'
const EXPECT = 'expect { call: sendMessage, with: { chat_id: alice, text: "Hello, Alice" }, within: 2s }'

describe.concurrent('a bot that', () => {
  it('crashes fails the scenario with its exit code and last lines, and is restarted for the next one', async () => {
    const { code, stdout } = await cli(['test', 'test/testing/scenarios/patient-hello.yaml', '--bot', bot('crash')])
    expect(stdout).toBe(`✗ greets (time)
    test/testing/scenarios/patient-hello.yaml:8:9
      expect { call: sendMessage, with: { chat_id: alice, text: "Hello, Alice" }, within: 20s }
    TypeError: cannot read the menu. The bot ended with code 13.

    What people saw:
      Alice: /start

✓ greets again (time)

Failed:
  greets (test/testing/scenarios/patient-hello.yaml:8:9)

1 failed, 1 passed (time)
`)
    expect(code).toBe(1)
  })

  it('crashes at its start ends the run before the first scenario', async () => {
    expect(await cli(['test', HELLO, '--bot', bot('crash-at-start')])).toEqual({
      code: 3,
      stdout: '\n0 passed, 1 not played (time)\n',
      stderr: `Error: no configuration. The bot ended with code 1 before it asked for updates. Make the bot read its token from BOT_TOKEN and the API root from BOT_API_URL. The command was: ${bot('crash-at-start')}\n`,
    })
  })

  it('never asks for updates ends the run', async () => {
    const { code, stderr } = await cli(['test', HELLO, '--bot', 'sleep 60', '--startup', '300ms'])
    expect(
      stderr,
    ).toBe(`The bot isn't ready after 0.3 s. The program of Greeter runs, but has neither asked for updates nor set a webhook. Make the bot read its token from BOT_TOKEN and the API root from BOT_API_URL. The command was: sleep 60
`)
    expect(code).toBe(3)
  })

  it('polls and is refused each time ends the run with the reason', async () => {
    const poll = 'await fetch(process.env.BOT_API_URL + "/bot" + process.env.BOT_TOKEN + "/getUpdates?limit=101")'
    const dir = folder({ 'poll.mjs': `${poll}\n${poll}\nsetInterval(() => {}, 1000)\n` })
    const command = `${process.execPath} ${join(dir, 'poll.mjs')}`
    const { code, stderr } = await cli(['test', HELLO, '--bot', command, '--startup', '3s'])
    expect(stderr.split(' Make the bot read its token')[0]).toBe(
      "The bot isn't ready after 3 s. Greeter called getUpdates 2 times and was refused each time: Bad Request: limit: Too big: expected number to be <=100: the parameter limit is invalid: Too big: expected number to be <=100 (ENV-10).",
    )
    expect(code).toBe(3)
  })

  it('hangs gets another report than a bot that answers nothing', async () => {
    const { code, stdout } = await cli(['test', HELLO, '--bot', bot('hang')])
    expect(stdout).toBe(`✗ greets (time)
    ${HELLO}:8:9
      ${EXPECT}
    No sendMessage matched within 2 s.
    Greeter has not asked for updates since it received update 1.

    What people saw:
      Alice: /start


1 failed, 0 passed (time)
`)
    expect(code).toBe(1)
  })

  it('answers too little gets another report than a bot that answers nothing', async () => {
    const { stdout } = await cli(['test', 'test/testing/scenarios/two-hellos.yaml', '--bot', bot('one-character')])
    expect(stdout).toBe(`✗ greets twice (time)
    test/testing/scenarios/two-hellos.yaml:10:9
      expect { call: sendMessage, within: 100ms }
    No sendMessage matched within 0.1 s.
    Earlier steps already matched every call of the bot.

    What people saw:
      Alice: /start
      Greeter: Hello,\u00a0Alice
      message 2 is deleted


1 failed, 0 passed (time)
`)
  })

  it('sends one wrong invisible character gets a report that names the character', async () => {
    const { code, stdout } = await cli(['test', HELLO, '--bot', bot('one-character')])
    expect(stdout).toBe(`✗ greets (time)
    ${HELLO}:8:9
      ${EXPECT}
    No sendMessage matched within 2 s.
    The nearest call was sendMessage, call N:
      with.text was       "Hello,\\u00a0Alice"
                expected  "Hello, Alice"

    What people saw:
      Alice: /start
      Greeter: Hello,\u00a0Alice


1 failed, 0 passed (time)
`)
    expect(code).toBe(1)
  })

  it('gets an injected refusal gets a report with the text of the refusal', async () => {
    const { stdout } = await cli(['test', 'test/testing/scenarios/fault-and-hello.yaml', '--bot', bot('impatient')])
    expect(stdout).toBe(`✗ is refused (time)
    test/testing/scenarios/fault-and-hello.yaml:9:9
      expect { call: sendMessage, within: 2s }
    No sendMessage matched within 2 s.
    The nearest call was sendMessage, call N. It was refused: Internal Server Error: injected fault 1: 500 Internal Server Error.

    What people saw:
      — injectFault sendMessage 500 Internal Server Error 3
      Alice: /start

    Refused calls:
      call N: greeter sendMessage chat_id 100001, text "Hello, Alice" → 500 Internal Server Error because injected fault 1: 500 Internal Server Error
      call N: greeter sendMessage chat_id 100001, text "Hello, Alice" → 500 Internal Server Error because injected fault 1: 500 Internal Server Error
      call N: greeter sendMessage chat_id 100001, text "Hello, Alice" → 500 Internal Server Error because injected fault 1: 500 Internal Server Error

    Last output of the bot:
      refused, trying again
      refused, trying again
      refused, trying again


1 failed, 0 passed (time)
`)
  })

  it('writes more than the report keeps is shown with the output of the failed scenario', async () => {
    const hello = (name: string) => scenario(name, START, said('Hello, Alice'))
    const text = suite(hello('one'), hello('two'), scenario('three', SEND, said('Bye')))
    const { stdout } = await cli(['test', `${folder({ 'a.yaml': text })}/a.yaml`, '--bot', bot('noisy')])
    const lines = stdout.split('\n').map((line) => line.trim())
    const from = lines.indexOf('Last output of the bot:')
    expect(lines.slice(from, from + 3)).toEqual(['Last output of the bot:', '… 980 earlier lines', 'hi 981'])
  })

  it('answers twice fails expectNothing', async () => {
    const { code, stdout } = await cli(['test', HELLO, '--bot', bot('double')])
    expect(stdout).toBe(`✗ greets (time)
    ${HELLO}:9:9
      expectNothing { for: 100ms }
    Expected no call, but the bot called sendMessage.
    call N: greeter sendMessage chat_id 100001, text "Hello, Alice" → 200

    What people saw:
      Alice: /start
      Greeter: Hello, Alice
      Greeter: Hello, Alice


1 failed, 0 passed (time)
`)
    expect(code).toBe(1)
  })

  it('answers twice fails with --strict, without expectNothing', async () => {
    const files = ['test/testing/scenarios/one-hello.yaml', '--strict']
    const { code, stdout } = await cli(['test', ...files, '--bot', bot('double')])
    expect(stdout).toContain(`
    test/testing/scenarios/one-hello.yaml:5:5
      the whole scenario (--strict)
    One call was not expected.
    call N: greeter sendMessage chat_id 100001, text "Hello, Alice" → 200
`)
    expect(code).toBe(1)
  })

  it('ignores retry_after causes advice, and fails only with --advice error', async () => {
    const run = (...more: string[]) =>
      cli(['test', 'test/testing/scenarios/hello-and-fault.yaml', '--bot', bot('impatient'), ...more])
    const advised = await run()
    expect(advised.stdout).toBe(`✓ is told to wait (time)

Advice:
  ignored-retry-after: sendMessage was called again before retry_after (30 s) had passed. In "is told to wait".

1 passed (time)
`)
    expect(advised.code).toBe(0)
    expect((await run('--advice', 'error')).code).toBe(1)
    expect((await run('--no-advice')).stdout).toBe('✓ is told to wait (time)\n\n1 passed (time)\n')
  })

  it('starts a process that ignores SIGTERM leaves no process behind', async () => {
    const leak = join(folder({}), 'pids')
    const { code } = await cli(['test', HELLO, '--bot', bot('leaky')], { LEAK: leak })
    expect(code).toBe(0)
    for (const pid of readFileSync(leak, 'utf8').split(' ')) expect(lives(Number(pid)), pid).toBe(false)
  })
})
