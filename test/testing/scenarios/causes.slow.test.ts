// Reports name the cause of a failure in their first ten lines.

import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cli } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'
import { SEND, START, said, scenario, suite } from './suite.ts'

const API = JSON.stringify(resolve('fixtures/bots/api.js'))

/** Writes the bot and the scenario file, and returns a function that plays them. */
function setUp(bot: string, text: string) {
  const at = folder({ 'bot.mjs': `import { call, poll, serve } from ${API}\n${bot}\n`, 'a.yaml': text })
  return (...flags: string[]) => cli(['test', `${at}/a.yaml`, '--bot', `node ${at}/bot.mjs`, ...flags])
}

const firstLines = (stdout: string) =>
  stdout
    .split('\n')
    .slice(0, 10)
    .map((line) => line.trim())

describe.concurrent('the first ten lines', () => {
  it.each([
    ['a failed step', 'expectReply: { to: alice, text: Bye, within: 1s }'],
    ['the end', said('Hello')],
  ])('say that the bot polls without confirming, after %s', async (_, step) => {
    const bot = `for (;;) {
      const [update] = await call('getUpdates', { timeout: 1 })
      if (update) await call('sendMessage', { chat_id: update.message.chat.id, text: 'Hello' })
      await new Promise((resolve) => setTimeout(resolve, 20))
    }`
    const { code, stdout } = await setUp(bot, suite(scenario('one', START, step)))('--patience', '1s')
    expect(code).toBe(1)
    expect(firstLines(stdout)).toContainEqual(
      expect.stringMatching(
        /^(?:Greeter|The bot) received update 1 \d+ times and never confirmed it\. Pass offset 2 to the next getUpdates\.$/,
      ),
    )
  })

  it('name the update that a library fails to read, and --client-fields', async () => {
    // Like python-telegram-bot, this bot drops an answer that it can't read, and polls again at once.
    const bot = `let offset = 0
    for (;;) {
      const updates = await call('getUpdates', { offset, timeout: 1 })
      const member = updates[0]?.my_chat_member?.new_chat_member
      if (member?.status === 'kicked' && member.until_date === undefined) continue
      offset = (updates.at(-1)?.update_id ?? offset - 1) + 1
    }`
    const play = setUp(bot, suite(scenario('one', START, 'block: { as: alice, bot: greeter }')))
    const { code, stdout } = await play('--patience', '1s')
    expect(code).toBe(1)
    expect(firstLines(stdout)).toContainEqual(
      expect.stringMatching(
        /^Greeter received update 2 \d+ times and never confirmed it\. If its library can't read this my_chat_member, run bot-emulator with --client-fields; otherwise pass offset 3 to the next getUpdates\.$/,
      ),
    )
    expect((await play('--patience', '1s', '--client-fields')).code).toBe(0)
  })

  it('show the deliveries that a webhook refused, and the header that libraries read', async () => {
    const bot = `import { createServer } from 'node:http'
const server = createServer((request, response) => {
  const isKnown = request.headers['x-telegram-bot-api-secret-token'] === 'secret'
  response.writeHead(isKnown ? 200 : 401).end(isKnown ? '' : 'Wrong secret\\nsecond line')
})
server.listen(0, '127.0.0.1', () =>
  call('setWebhook', { url: 'http://127.0.0.1:' + server.address().port, secret_token: 'secret' }))`
    const play = setUp(bot, suite(scenario('one', START, 'expectReply: { to: alice, within: 300ms }')))
    const lines = firstLines((await play('--allow-local-webhooks')).stdout)
    expect(lines).toContainEqual(expect.stringMatching(/^attempt 1: answered 401 after [\d.]+ m?s: Wrong secret$/))
    const advice =
      'The deliveries have their secret token in X-Service-Bot-Api-Secret-Token. Most libraries read ' +
      'X-Telegram-Bot-Api-Secret-Token: pass --service-name Telegram.'
    expect(lines).toContainEqual(expect.stringContaining(advice))
    expect((await play('--allow-local-webhooks', '--service-name', 'Telegram')).stdout).not.toContain('401')
  })

  it('compare the message with the wrong text, not the newest one', async () => {
    const bot = `poll(async ({ message }) => {
  for (const text of ['Your order is #12', 'What else?']) await call('sendMessage', { chat_id: message.chat.id, text })
})`
    const steps = (step: string) => suite(scenario('one', SEND, step))
    const reply = await setUp(bot, steps('expectReply: { to: alice, text: "Your order is #13" }'))()
    expect(firstLines(reply.stdout)).toEqual(
      expect.arrayContaining(['The nearest is message 2:', 'text was       "Your order is #12"']),
    )
    const call = await setUp(bot, steps(said('Your order is #13')))()
    expect(firstLines(call.stdout)).toContain('with.text was       "Your order is #12"')
  })

  it('show two calls in the wrong order with their numbers', async () => {
    const bot = `poll(async ({ message }) => {
  for (const text of ['second', 'first']) await call('sendMessage', { chat_id: message.chat.id, text })
})`
    const inOrder = ['first', 'second'].map((text) => `{ call: sendMessage, with: { text: ${text} } }`).join(', ')
    const { stdout } = await setUp(bot, suite(scenario('one', SEND, `expectInOrder: [${inOrder}]`)))()
    const lines = firstLines(stdout)
    expect(lines).toContain('After 1 call, no sendMessage matched, and the bot is idle.')
    expect(lines).toContainEqual(expect.stringMatching(/^Call \d+ matches, but the bot made it before call N:$/))
    expect(lines.filter((line) => line.startsWith('call N: greeter sendMessage'))).toHaveLength(2)
  })

  it('show the attempt with new people if the bot keeps state and fails there too', async () => {
    const bot = `let seen = 0
poll(async ({ message }) => {
  const text = message.text === 'hi' ? 'Helo' : 'Welcome'
  await call('sendMessage', { chat_id: message.chat.id, text: seen++ ? text : 'Welcome' })
  if (globalThis.last === message.from.id) await call('sendMessage', { chat_id: message.chat.id, text: 'Again' })
  globalThis.last = message.from.id
})`
    const text = suite(scenario('one', START, said('Welcome')), scenario('two', SEND, said('Hello')))
    const { stdout } = await setUp(bot, text)()
    expect(stdout).toContain('with.text was       "Helo"')
    expect(stdout).not.toContain('Again')
    expect(stdout).not.toContain('keeps state')
  })

  it('say that the bot keeps state if a scenario passes only with a restarted bot', async () => {
    const bot = `const all = []
poll(async ({ message }) => {
  all.push(message.text)
  await call('sendMessage', { chat_id: message.chat.id, text: all.join() })
})`
    const text = suite(
      scenario('one', START, said('/start')),
      scenario('two', SEND, 'expectReply: { to: alice, text: hi }'),
      scenario('three', SEND, said('hi,hi'), SEND),
    )
    const { stdout } = await setUp(bot, text)()
    const [passed, two, ...others] = firstLines(stdout)
    expect([passed, two]).toEqual(['✓ one (time)', '✗ two (time)'])
    expect(others).toContain(
      'The scenario passes with a bot that was just started: the bot keeps state from earlier scenarios. ' +
        'Pass --restart scenario to restart the bot before each scenario.',
    )
    // The bot that played "two" alone has not been restarted since.
    expect(others).toContain('text was       "/start,hi,hi"')
    expect(stdout).toContain('✓ three (time)')
  })

  it('name the chat in which the bot wrote the message by mistake', async () => {
    const bot = `poll(({ message }) => call('sendMessage', { chat_id: message.from.id, text: 'Hello' }))`
    const group = 'createGroup: { title: Team, handle: team, owner: alice, members: [greeter] }'
    const send = 'send: { as: alice, to: team, text: hi }'
    const text = suite(scenario('one', START, said('Hello'), group, send, 'expectReply: { to: alice, in: team }'))
    const { stdout } = await setUp(bot, text)()
    expect(firstLines(stdout)).toContainEqual(
      expect.stringMatching(/^Greeter wrote this message in another chat: the private chat with Alice\.$/),
    )
  })

  it('show a refused call before a message that is not the expected one', async () => {
    const bot = `poll(async ({ message }) => {
  for (const text of message.text === 'hi' ? ['x'.repeat(5000), 'Bye'] : ['Hello'])
    await call('sendMessage', { chat_id: message.chat.id, text }).catch(() => {})
})`
    const refused =
      'sendMessage was refused: Bad Request: text: message is too long: the parameter text is invalid: message is too long (ENV-10).'
    const lines = async (...steps: string[]) =>
      firstLines((await setUp(bot, suite(scenario('one', START, said('Hello'), ...steps)))()).stdout)
    const reply = await lines(SEND, 'expectReply: { to: alice, text: /x+/ }')
    expect(reply.slice(4, 7)).toEqual([
      refused,
      expect.stringMatching(/^The nearest is message/),
      'text was       "Bye"',
    ])
  })

  it('compare no message from before the last action with a call that was refused', async () => {
    const bot = `poll(({ message }) =>
  call('sendMessage', { chat_id: message.chat.id, text: message.text === 'hi' ? '' : 'Hello' }).catch(() => {}))`
    const steps = [START, said('Hello'), SEND, 'expectReply: { to: alice, text: Bye }']
    const { stdout } = await setUp(bot, suite(scenario('one', ...steps)))()
    const lines = firstLines(stdout)
    expect(lines[4]).toMatch(/^sendMessage with text "" was refused: Bad Request: /)
    expect(lines[5]).toBe('On the screen:')
  })
})

it.concurrent('the error comes before its stack, and no line of its fields is taken for an error', async () => {
  const bot = `poll(() => {
  const error = Object.assign(new Error('Call failed'), { topic: undefined, list: Array.from({ length: 90 }, String) })
  console.error('Error in middleware', error)
  console.log('goes on')
})`
  const { stdout } = await setUp(bot, suite(scenario('one', SEND, said('Hello'))))()
  const lines = stdout.split('\n').map((line) => line.trim())
  expect(lines[lines.indexOf('The bot wrote:') + 1]).toBe('Error in middleware Error: Call failed')
  const last = lines.indexOf('Last output of the bot:')
  expect(lines.slice(last + 1, last + 3)).toEqual(['goes on', ''])
})

describe.concurrent('an injected 429', () => {
  it('is neither advice nor an unexpected call', async () => {
    const bot = `poll(async ({ message }) => {
  const send = () => call('sendMessage', { chat_id: message.chat.id, text: 'Hello' })
  await send().catch(() => new Promise((resolve) => setTimeout(resolve, 1100)).then(send))
})`
    const fault = 'injectFault: { operation: sendMessage, status: 429, retry_after: 1 }'
    const text = suite(scenario('one', fault, SEND, 'expectReply: { to: alice, text: Hello, within: 3s }'))
    const { code, stdout } = await setUp(bot, text)('--strict', '--advice', 'error')
    expect(stdout).toBe('✓ one (time)\n\n1 passed (time)\n')
    expect(code).toBe(0)
  })
})
