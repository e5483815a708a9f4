// The tools that start an emulator or run a bot, asked over MCP by a real client in a folder of its own.

import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyFolder, run, start, write } from '../../helpers/program.ts'
import { agent } from './agent.ts'

const ECHO = `node ${resolve('fixtures/bots/echo.js')}`

const SCENARIO = (text: string) => `
world:
  users: { alice: { first_name: Alice } }
  bots: { greeter: { first_name: Greeter } }
scenarios:
  - name: says it again
    steps:
      - send: { as: alice, to: greeter, text: hello }
      - expect: { call: sendMessage, with: { text: "${text}" } }
`

/** A bot that ends at the word "stop". */
const FRAGILE = `
const api = process.env.BOT_API_URL + '/bot' + process.env.BOT_TOKEN
const call = async (operation, params) =>
  (await (await fetch(api + '/' + operation, { method: 'POST', body: new URLSearchParams(params) })).json()).result
await call('setMyCommands', { commands: JSON.stringify([{ command: 'order', description: 'Order' }]) })
for (let offset = 0; ; )
  for (const { update_id, message } of await call('getUpdates', { offset, timeout: 30 })) {
    offset = update_id + 1
    if (message?.text?.startsWith('/order')) throw new Error('no pizza left')
    if (message) await call('sendMessage', { chat_id: message.chat.id, text: 'Hi' })
  }
`

async function inFolder(args: string[] = []) {
  const cwd = emptyFolder()
  const env = { XDG_STATE_HOME: emptyFolder() }
  return { cwd, env, ...(await agent(args, { cwd, env })) }
}

const urlIn = (text: string) => / at (http:\S+),/.exec(text)![1]!
const isAnswering = (url: string) =>
  fetch(`${url}/_emulator/health`).then(
    () => true,
    () => false,
  )

describe('start, say and stop', () => {
  it('play a conversation with a bot in an emulator of the agent', async () => {
    const { ask, call } = await inFolder()
    expect(await call('say', { params: {} })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^No running emulator/),
    })
    const started = await ask('start', { bot: ECHO, lenient: ['answerCallbackQuery'] })
    expect(started).toMatch(/^bot-emulator .*\nbot greeter \(\d+\), token \S+: polls, 0 pending updates/)
    expect(JSON.parse(await ask('view', { path: '/service' })).lenient).toEqual(['answerCallbackQuery'])
    expect(await ask('say', { params: { as: 'alice', to: 'greeter', text: 'hi' } })).toMatch(
      /^send: message 1\ncall \d+: greeter sendMessage → message 2 in chat \d+: "hi"$/,
    )
    expect(await ask('say', { action: 'start', params: { as: 'bob', bot: 'greeter' } })).toMatch(
      /^start: message \d+\nNo bot made a call\.\nGreeter got message and made no call\.$/,
    )
    const url = urlIn(started)
    expect(await call('start')).toEqual({
      isError: true,
      text: `An emulator already runs at ${url}. Use the existing emulator, or end it with \`stop\`.`,
    })
    expect(await ask('stop')).toBe(`Stopped ${url}.`)
    expect(await isAnswering(url)).toBe(false)
  })

  it('say names the buttons of a reply, and the cause of a refused call', async () => {
    const { cwd, ask } = await inFolder()
    write(
      cwd,
      'bot.mjs',
      FRAGILE.replace(
        "text: 'Hi' }",
        `text: 'Hi', reply_markup: '{"inline_keyboard":[[{"text":"Yes","callback_data":"y"}]]}' }); await call('sendMessage', { chat_id: 5, text: 'Hi' }`,
      ),
    )
    await ask('start', { bot: 'node bot.mjs' })
    expect(await ask('say', { params: { as: 'alice', to: 'greeter', text: 'hi' } })).toMatch(
      /→ message 2 in chat \d+: "Hi" ‹"Yes"›\ncall \d+: greeter sendMessage .* → 400 "Bad Request: chat not found" because the chat 5 does not exist \(CID-12\)$/,
    )
  })

  it('status shows how the bot has ended', async () => {
    const { ask } = await inFolder()
    expect(await ask('start', { bot: `node -e "console.log('no token'); process.exit(3)"` })).toContain(
      ', its program ended with exit code 3: "no token"',
    )
  })

  it('use the emulator that the user started in the folder, and do not start a second one', async () => {
    const { cwd, env, ask, call } = await inFolder()
    const { url, ended } = await start(['--memory'], { cwd, env })
    expect(urlIn(await ask('status'))).toBe(url)
    expect(await call('start')).toMatchObject({ isError: true, text: expect.stringContaining(url) })
    expect(await ask('stop')).toBe(`Stopped ${url}.`)
    expect(await ended).toMatchObject({ code: 143 })
  })

  it.each([
    ['closes the connection', async ({ client }: Awaited<ReturnType<typeof inFolder>>) => client.close()],
    ['kills the server', async ({ pid }: Awaited<ReturnType<typeof inFolder>>) => process.kill(pid, 'SIGKILL')],
  ])('leave no emulator behind if the client %s', async (_, end) => {
    const server = await inFolder()
    const url = urlIn(await server.ask('start'))
    expect(await isAnswering(url)).toBe(true)
    await end(server)
    await expect.poll(() => isAnswering(url)).toBe(false)
  })

  it('stop an emulator elsewhere only by its address', async () => {
    const { call, env } = await inFolder()
    const { url } = await start(['--memory'], { env })
    expect(await call('stop')).toMatchObject({ isError: true })
    expect(await isAnswering(url)).toBe(true)
    expect(await call('stop', { url })).toEqual({ text: `Stopped ${url}.` })
  })
})

describe('test', () => {
  it('counts what passed, and describes a failure as JSON', async () => {
    const { cwd, ask } = await inFolder()
    write(cwd, 'good.yaml', SCENARIO('hello'))
    write(cwd, 'bad.yaml', SCENARIO('goodbye'))
    expect(JSON.parse(await ask('test', { files: ['good.yaml'], bot: ECHO }))).toEqual({
      passed: 1,
      failed: 0,
      failures: [],
    })
    expect(JSON.parse(await ask('test', { files: ['good.yaml', 'bad.yaml'], bot: ECHO }))).toMatchObject({
      passed: 1,
      failed: 1,
      failures: [
        {
          scenario: 'says it again',
          at: 'bad.yaml:9',
          step: 'expect { call: sendMessage, with: { text: goodbye } }',
          nearest: {
            path: 'with.text',
            expected: 'goodbye',
            actual: 'hello',
            call: expect.stringMatching(/^call \d+: /),
          },
          refused: [],
        },
      ],
    })
  })

  it('says why nothing was played', async () => {
    const { cwd, call } = await inFolder()
    write(cwd, 'wrong.yaml', 'scenarios: 5')
    write(cwd, 'good.yaml', SCENARIO('hello'))
    expect((await call('test', { files: ['wrong.yaml'], bot: ECHO })).text).toMatch(/^wrong\.yaml:1:/)
    expect((await call('test', { files: ['good.yaml'] })).text).toContain('The bot to test is missing.')
    const { failures, stopped } = JSON.parse((await call('test', { bot: 'node -e ""', files: ['good.yaml'] })).text)
    expect({ failures, stopped }).toMatchObject({ stopped: [expect.stringMatching(/bot/)] })
  })

  it('plays only files below the folder', async () => {
    const { call } = await inFolder()
    const outside = write(emptyFolder(), 'good.yaml', SCENARIO('hello'))
    for (const file of [outside, '../good.yaml', '/'])
      expect(await call('test', { files: [file], bot: ECHO })).toMatchObject({
        isError: true,
        text: expect.stringMatching(/is not below the working folder/),
      })
  })

  it('takes no flags from a file name', async () => {
    const { cwd, call } = await inFolder()
    write(cwd, '--update=all', SCENARIO('goodbye'))
    const { text } = await call('test', { files: ['--update=all'], bot: ECHO })
    expect(JSON.parse(text)).toMatchObject({ failed: 1 })
    expect(readFileSync(join(cwd, '--update=all'), 'utf8')).toBe(SCENARIO('goodbye'))
  })

  it('runs no other bot if the settings of the server fix it', async () => {
    const { cwd, call } = await inFolder(['--bot', ECHO])
    write(cwd, 'good.yaml', SCENARIO('hello'))
    expect(JSON.parse((await call('test', { files: ['good.yaml'] })).text)).toMatchObject({ passed: 1 })
    for (const tool of ['test', 'start', 'explore'])
      expect(await call(tool, { bot: 'touch proof' })).toMatchObject({
        isError: true,
        text: expect.stringContaining('so the agent cannot choose the command'),
      })
    expect(existsSync(join(cwd, 'proof'))).toBe(false)
  })
})

describe('explore', () => {
  it('writes a failure as a scenario that the tool test plays', async () => {
    const { cwd, ask } = await inFolder()
    write(cwd, 'bot.mjs', FRAGILE)
    const found = await ask('explore', { bot: 'node bot.mjs', seconds: 5 })
    expect(found).toMatch(/^\S+: ".*", \d+ steps: explored\/\S+\.yaml$/m)
    const [file] = /explored\/\S+\.yaml/.exec(found)!
    const opened = JSON.parse(await ask('test', { bot: 'node bot.mjs', files: [file] }))
    expect(opened).toMatchObject({ failed: 1 })
    expect(opened.failures[0].steps).toEqual([expect.stringMatching(/^passed: send .*\/order/)])
  })

  it('writes a scenario whose steps and calls the tool test returns', async () => {
    const { cwd, ask } = await inFolder()
    write(cwd, 'bot.mjs', FRAGILE.replace("text: 'Hi'", "text: message.text === 'hello' ? 'undefined' : 'Hi'"))
    write(cwd, 'hello.yaml', SCENARIO('Hi'))
    const { failures } = JSON.parse(await ask('test', { bot: 'node bot.mjs', files: ['hello.yaml'] }))
    expect(failures[0].steps).toEqual([
      'passed: send { as: alice, to: greeter, text: hello }',
      'failed: expect { call: sendMessage, with: { text: Hi } }',
      expect.stringMatching(/^- call \d+: greeter sendMessage chat_id "\d+", text "undefined" → 200$/),
    ])
  })

  it('reports progress, and ends the bot when the agent cancels it', async () => {
    const { cwd, client } = await inFolder()
    const bot = `${FRAGILE.replace('throw', 'if (0) throw')}`
    const beat = `import { appendFileSync } from 'node:fs'\nsetInterval(() => appendFileSync('alive', '.'), 50)\n`
    write(cwd, 'bot.mjs', beat + bot)
    const cancel = new AbortController()
    const reported = Promise.withResolvers<string | undefined>()
    const asked = client.callTool(
      { name: 'explore', arguments: { bot: 'node bot.mjs', seconds: 300 } },
      { signal: cancel.signal, onprogress: ({ message }) => reported.resolve(message) },
    )
    expect(await reported.promise).toMatch(/^\d+ s, \d+ states?, \d findings?$/)
    cancel.abort()
    await expect(asked).rejects.toThrow()
    const beats = () => readFileSync(join(cwd, 'alive')).length
    const hasEnded = async () => {
      const before = beats()
      await new Promise((resolve) => setTimeout(resolve, 500))
      return beats() === before
    }
    await expect.poll(hasEnded).toBe(true)
  })
})

describe('record', () => {
  it('makes a scenario of a conversation, and writes it into a new file only', async () => {
    const { cwd, ask, call } = await inFolder()
    await ask('start', { bot: ECHO })
    const id = (await ask('record', { do: 'start' })).replace('recording ', '')
    await ask('say', { params: { as: 'alice', to: 'greeter', text: 'hello' } })
    expect(await ask('record', { do: 'get', id })).toMatch(
      /^2 steps\nworld:\n[\s\S]*- send:\n +as: alice\n +to: greeter\n +text: hello\n/,
    )
    expect(await ask('record', { do: 'stop', id, file: 'recorded.yaml' })).toBe('recorded.yaml: 2 steps')
    expect(JSON.parse(await ask('test', { files: ['recorded.yaml'], bot: ECHO }))).toMatchObject({ passed: 1 })
    const kept = write(cwd, 'kept.yaml', 'mine')
    const outside = emptyFolder()
    for (const file of ['kept.yaml', join(outside, 'new.yaml'), 'nowhere/new.yaml'])
      expect(await call('record', { do: 'get', id, file })).toMatchObject({ isError: true })
    expect(readFileSync(kept, 'utf8')).toBe('mine')
    expect(existsSync(join(outside, 'new.yaml'))).toBe(false)
  })
})

describe('a file by its path', () => {
  it('is sent only from below the folder', async () => {
    const { cwd, ask, call } = await inFolder()
    await ask('start')
    const outside = write(emptyFolder(), 'secret.txt', 'secret')
    mkdirSync(join(cwd, 'files'))
    write(join(cwd, 'files'), 'own.txt', 'mine')
    const send = (path: string) =>
      call('act', { action: 'sendFile', params: { as: 'alice', to: 'greeter', kind: 'document', file: { path } } })
    for (const path of [outside, `../${outside}`, '/etc/hostname'])
      expect([path, await send(path)]).toEqual([path, { isError: true, text: expect.stringMatching(/below the/) }])
    expect((await send('files')).text).toMatch(/^files cannot be read: EISDIR/)
    for (const path of ['files/own.txt', './files/../files/own.txt', join(cwd, 'files/own.txt')])
      expect((await send(path)).text).toContain('"file_name":')
  })
})

it('explains an error without an emulator', async () => {
  const { ask, call } = await inFolder()
  expect(await ask('explain', { error: 'Bad Request: chat not found' })).toContain('CID-10')
  expect(await call('explain', { error: '--json' })).toMatchObject({ isError: true })
})

it('serves the documentation and the schema of scenarios as resources', async () => {
  const { client } = await inFolder()
  const { resources } = await client.listResources()
  const uris = resources.map(({ uri }) => uri)
  expect(uris).toEqual(expect.arrayContaining(['bot-emulator://SKILL.md', 'bot-emulator://docs/scenarios.md']))
  const read = async (uri: string) =>
    (await client.readResource({ uri })).contents.map((content) => 'text' in content && content.text).join('')
  expect(await read('bot-emulator://docs/scenarios.md')).toBe(readFileSync('docs/scenarios.md', 'utf8'))
  const printed = await run(['schema']).ended
  expect(JSON.parse(await read('bot-emulator://scenario.schema.json'))).toEqual(JSON.parse(printed.stdout))
  await expect(read('bot-emulator://docs/../package.json')).rejects.toThrow()
})

it('tells the client truly which tools only read, and which can destroy something', async () => {
  const { client } = await inFolder()
  const { tools } = await client.listTools()
  const having = (hint: 'readOnlyHint' | 'destructiveHint' | 'openWorldHint') =>
    tools.filter(({ annotations }) => annotations?.[hint]).map(({ name }) => name)
  expect(having('readOnlyHint')).toEqual(['status', 'calls', 'explain', 'chat', 'describe', 'wait', 'view', 'object'])
  expect(having('destructiveHint')).toEqual(['start', 'stop', 'say', 'act', 'test', 'explore'])
  expect(having('openWorldHint')).toEqual(['start', 'test', 'explore'])
})
