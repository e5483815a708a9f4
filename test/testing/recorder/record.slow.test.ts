// What is played on a running emulator becomes a scenario that passes with the same bot.

import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { catalogue } from '../../../src/control/actions/catalogue.ts'
import { httpClient } from '../../../src/control/client/http-client.ts'
import type { EventView } from '../../../src/control/contract/events.ts'
import { recordSteps } from '../../../src/testing/recorder/written-steps.ts'
import { cli, start } from '../../helpers/cli.ts'
import { emulatorProcess } from '../../helpers/emulator.ts'
import { folder } from '../../helpers/folder.ts'

interface Message {
  message_id: number
}

async function playing(flags: string[] = [], how: string[] = []) {
  const emulator = await emulatorProcess(['--memory', ...flags])
  const { url, bots } = emulator
  const env = { ...process.env, BOT_TOKEN: bots[0]!.token, BOT_API_URL: url }
  const bot = spawn('node', ['fixtures/bots/greeter.js', ...how], { env })
  onTestFinished(() => void bot.kill())
  return { url, client: httpClient(url), emulator }
}

async function recording(file: string, ...more: string[]) {
  const recorder = start(['record', file, ...more])
  await recorder.until('stderr', 'Recording')
  return recorder
}

describe('record', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'reports that it wrote nothing if the emulator ends because of %s',
    async (signal) => {
      const { url, emulator } = await playing()
      const file = `${folder({})}/recorded.yaml`
      const recorder = await recording(file, '--url', url)
      emulator.child.kill(signal)
      expect(await recorder.ended).toEqual({
        code: 3,
        stdout: '',
        stderr: `Recording to ${file}. Press Ctrl-C to stop.
The emulator at ${url} has ended. Nothing was written to ${file}. Stop the recording before you stop the emulator.
`,
      })
      expect(existsSync(file)).toBe(false)
    },
  )

  it('writes a scenario that passes with the same bot', async () => {
    const { url, client } = await playing()
    // Before the recording begins: its scenario has to begin from here.
    await client.perform('start', { as: 'bob', bot: 'greeter' })
    await client.wait({ call: 'sendMessage', with: { chat_id: 'bob' } })
    const file = `${folder({})}/recorded.yaml`
    const recorder = await recording(file, '--url', url, '--name', 'thanks')

    const { id: alice } = await client.view('/users/:user', { user: 'alice' })
    await client.perform('start', { as: alice, bot: 'greeter' })
    const hello = await client.wait({ call: 'sendMessage', with: { chat_id: 'alice' } })
    const { message_id } = (hello.body as { result: { message_id: number } }).result
    await client.perform('press', { as: 'alice', chat: 'greeter', button: 'Thanks', message_id })
    await client.wait({ call: 'editMessageText' })
    await client.perform('send', { as: 'bob', to: 'greeter', text: '/say $alice costs $5, /really/' })
    await client.wait({ call: 'sendMessage', with: { text: '$alice costs $5, /really/' } })
    await client.perform('send', { as: 'bob', to: 'team', text: 'casino' })
    await client.wait({ call: 'sendMessage', with: { text: '/I may not/' } })
    recorder.child.kill('SIGINT')
    expect((await recorder.ended).code).toBe(0)

    const { world, scenarios } = parse(readFileSync(file, 'utf8'))
    expect(world.users.carol).toEqual({ first_name: 'Carol', last_name: 'Jones', language_code: 'de' })
    expect(scenarios[0].steps.slice(0, 4)).toEqual([
      { start: { as: 'bob', bot: 'greeter' } },
      { start: { as: 'alice', bot: 'greeter' } },
      {
        expect: {
          call: 'sendMessage',
          with: {
            chat_id: 'alice',
            text: 'Hello, Alice!',
            reply_markup: { inline_keyboard: [[{ text: 'Thanks', callback_data: 'thanks' }]] },
          },
          as: 'message1',
        },
      },
      { press: { as: 'alice', chat: 'greeter', button: 'Thanks', message_id: '$message1.message_id' } },
    ])
    const played = await cli(['test', file, '--bot', 'node fixtures/bots/greeter.js'])
    expect(played.stdout).toMatch(/^✓ thanks \(time\)\n/)
  })

  it('records pictures, the clock and the settings of the service', async () => {
    const { url, client } = await playing(['--service-name', 'Telegram', '--allow-local-webhooks'], ['--webhook'])
    await client.wait({ call: 'setWebhook' })
    await client.perform('freezeClock')
    await client.perform('setClock', { at: 1_900_000_000 })
    const file = `${folder({})}/recorded.yaml`
    const recorder = await recording(file, '--url', url)
    const picture = { name: 'plain.jpg', base64: readFileSync('fixtures/media/plain.jpg', 'base64') }
    await client.perform('sendFile', { as: 'alice', to: 'greeter', kind: 'photo', file: picture })
    await client.wait({ call: 'sendPhoto' })
    await client.perform('updateService', { command_entities: false })
    await client.perform('send', { as: 'alice', to: 'greeter', text: '/say hello' })
    await client.wait({ call: 'sendMessage', with: { text: 'hello' } })
    recorder.child.kill('SIGINT')
    expect((await recorder.ended).code).toBe(0)

    const { world, scenarios } = parse(readFileSync(file, 'utf8'))
    expect(world.service).toEqual({ name: 'Telegram', allow_local_webhooks: true })
    expect(world.clock).toEqual({ at: 1_900_000_000, frozen: true })
    expect(scenarios[0].steps.map((step: object) => Object.keys(step)[0])).toEqual([
      'sendFile',
      'expect',
      'updateService',
      'send',
      'expect',
    ])
    expect(scenarios[0].steps[0].sendFile.file).toBe('recorded.files/1/plain.jpg')
    expect(readFileSync(file.replace('.yaml', '.files/1/plain.jpg')).length).toBeGreaterThan(100)
    const played = await cli(['test', file, '--bot', 'node fixtures/bots/greeter.js --webhook'])
    expect(played.stdout).toBe('✓ recorded conversation (time)\n\n1 passed (time)\n')
  })

  it('omits part names of uploads, ids of older messages and ids of presses', () => {
    const params = { chat_id: 7, photo: 'attach://q1w2', q1w2: { file: 'a.jpg', bytes: 3 }, caption: 'hi' }
    const body = { ok: true, result: { message_id: 9, chat: { id: 7 } } }
    const events = [
      {
        type: 'action',
        action: 'press',
        params: { as: 7, chat: 'greeter', button: 'Thanks', message_id: 4 },
        result: {},
      },
      { type: 'call', call: { bot: 'greeter', method: 'sendPhoto', status: 200, ok: true, params, body } },
      {
        type: 'call',
        call: {
          bot: 'greeter',
          method: 'editMessageText',
          status: 200,
          ok: true,
          params: { chat_id: 7, message_id: 4, text: 'ho' },
          body,
        },
      },
      {
        type: 'call',
        call: {
          bot: 'greeter',
          method: 'answerCallbackQuery',
          status: 200,
          ok: true,
          params: { callback_query_id: '56221305366199', text: 'well done' },
          body: { ok: true, result: true },
        },
      },
    ] as unknown as EventView[]
    const handles = new Map([
      [7, 'alice'],
      [8, 'greeter'],
    ])
    const steps = recordSteps(events, { actions: catalogue(), handles, writeFile: (name) => name })
    expect(steps.map(({ step }) => step)).toEqual([
      { press: { as: 'alice', chat: 'greeter', button: 'Thanks' } },
      { expect: { call: 'sendPhoto', with: { chat_id: 'alice', caption: 'hi' } } },
      { expect: { call: 'editMessageText', with: { chat_id: 'alice', text: 'ho' } } },
      { expect: { call: 'answerCallbackQuery', with: { text: 'well done' } } },
    ])
  })

  it('marks the steps about older messages in the file and in its output', async () => {
    const { url, client } = await playing()
    await client.perform('start', { as: 'alice', bot: 'greeter' })
    await client.wait({ call: 'sendMessage', with: { chat_id: 'alice' } })
    const { message_id } = (await client.perform('send', { as: 'alice', to: 'greeter', text: '/help' })) as Message
    const file = `${folder({})}/recorded.yaml`
    const recorder = await recording(file, '--url', url)
    let said = ''
    recorder.child.stderr.on('data', (chunk) => {
      said += chunk
    })
    await client.perform('edit', { as: 'alice', chat: 'greeter', message_id, text: '/say so' })
    const sent = (await client.perform('send', { as: 'alice', to: 'greeter', text: 'hm', reply_to: 2 })) as Message
    await client.perform('edit', { as: 'alice', chat: 'greeter', message_id: sent.message_id, text: 'well' })
    recorder.child.kill('SIGINT')
    expect((await recorder.ended).code).toBe(0)
    expect(said).toContain(
      'written to ' +
        `${file}\n2 steps refer to messages from before the recording and may fail in a replay. A comment marks each. Start the recording before those messages are sent.\n`,
    )
    const text = readFileSync(file, 'utf8')
    expect(text.match(/# .*/g)).toEqual([
      `# Message ${message_id} is from before the recording: a new world may not have it.`,
      '# Message 2 is from before the recording: a new world may not have it.',
    ])
    expect(text).toMatch(
      new RegExp(`new world may not have it.\\n +- edit:\\n +as: alice\\n.*\\n +message_id: ${message_id}\\n`),
    )
  })

  it('names each member of a new group by the handle', () => {
    const params = { title: 'Team', owner: 7, members: [8, 'bob'] }
    const events: EventView[] = [{ id: 1, type: 'action', at: 0, action: 'createGroup', params, result: {} }]
    const handles = new Map([
      [7, 'alice'],
      [8, 'greeter'],
    ])
    const [created] = recordSteps(events, {
      actions: catalogue(),
      handles,
      writeFile: (name) => name,
    })
    expect(created?.step).toEqual({ createGroup: { title: 'Team', owner: 'alice', members: ['greeter', 'bob'] } })
  })

  it('refuses a folder that it cannot make before it records', async () => {
    const { url } = await playing()
    const place = `${folder({ occupied: '' })}/occupied`
    expect(await cli(['record', `${place}/played.yaml`, '--url', url])).toEqual({
      code: 3,
      stdout: '',
      stderr: `${place} cannot be written: EEXIST: file already exists, mkdir '${place}'. Choose another folder.\n`,
    })
  })

  it('prints the recording if it cannot write the file at the end', async () => {
    const { url, client } = await playing()
    const file = `${folder({})}/played.yaml`
    const recorder = await recording(file, '--url', url)
    await client.perform('send', { as: 'alice', to: 'team', text: 'hi' })
    writeFileSync(file, 'mine')
    recorder.child.kill('SIGINT')
    const { code, stdout, stderr } = await recorder.ended
    expect(code).toBe(3)
    expect(stderr).toContain(
      `${file} was not written: EEXIST: file already exists, open '${file}'. The scenario was printed to standard output instead, without the files that were sent.\n`,
    )
    expect(parse(stdout).scenarios[0].steps[0]).toEqual({ send: { as: 'alice', to: 'team', text: 'hi' } })
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  it('overwrites a file only with --force', async () => {
    const file = `${folder({ 'a.yaml': 'mine' })}/a.yaml`
    const { code, stderr } = await cli(['record', file])
    expect(stderr).toBe(`${file} already exists. Choose another file, or overwrite the existing file with --force.\n`)
    expect(code).toBe(2)
  })
})
