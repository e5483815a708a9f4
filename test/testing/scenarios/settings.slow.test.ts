// What `test` and `exec` are set to, by flags, the environment and a file; and whose world may go.

import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bot, cli } from '../../helpers/cli.ts'
import { emulatorProcess } from '../../helpers/emulator.ts'
import { folder } from '../../helpers/folder.ts'
import { START, said, scenario, suite } from './suite.ts'

const PROGRAM = resolve('bin/bot-emulator.js')
const BOT = `node ${resolve('test/testing/scenarios/bots/polite.js')}`
const HELLO = suite(
  scenario(
    'one',
    START,
    said('Hello, Alice'),
    'expectState: { view: /service, with: { name: Other, lenient: [sendChatAction] } }',
  ),
)

/** Where a configuration file lies. */
function inFolder(at: string, args: readonly string[], env: Record<string, string> = {}) {
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((done) => {
    const options = { cwd: at, env: { ...process.env, NO_COLOR: '1', ...env } }
    execFile(process.execPath, [PROGRAM, ...args], options, (error, stdout, stderr) =>
      done({ code: error ? error.code : 0, stdout, stderr }),
    )
  })
}

describe.concurrent('bot, service-name and lenient', () => {
  const flags = ['--bot', BOT, '--service-name', 'Other', '--lenient', 'sendChatAction']
  const env = { BOT_EMULATOR_BOT: BOT, BOT_EMULATOR_SERVICE_NAME: 'Other', BOT_EMULATOR_LENIENT: 'sendChatAction' }
  const config = `bot: ${BOT}\nservice-name: Other\nlenient: [sendChatAction]\n`

  it.each([
    ['flags', flags, {}, undefined],
    ['the environment', [], env, undefined],
    ['a file', [], {}, config],
  ] as const)('of test come from %s', async (_, args, variables, file) => {
    const at = folder({ 'a.yaml': HELLO, ...(file && { 'bot-emulator.config.yaml': file }) })
    const { code, stdout } = await inFolder(at, ['test', 'a.yaml', ...args], variables)
    expect(stdout).toContain('✓ one')
    expect(code).toBe(0)
  })

  it.each([
    ['flags', flags, {}, undefined],
    ['the environment', [], env, undefined],
    ['a file', [], {}, config],
  ] as const)('of exec come from %s', async (_, args, variables, file) => {
    const at = folder({ 'a.txt': '', ...(file && { 'bot-emulator.config.yaml': file }) })
    const look = `const root = process.env.BOT_EMULATOR_URL + '/_emulator'
      const seen = async (path) => (await (await fetch(root + path)).json()).result
      const { name, lenient } = await seen('/service')
      console.log(name, lenient, (await seen('/calls')).some(({ method }) => method === 'getUpdates') || (await seen('/bots/greeter/delivery')).polling)`
    const command = [process.execPath, '--input-type=module', '-e', look]
    const { code, stdout, stderr } = await inFolder(at, ['exec', ...args, '--', ...command], variables)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe("Other [ 'sendChatAction' ] true\n")
  })

  it('do not apply to `calls`, which has its own --bot', async () => {
    const { url } = await emulatorProcess(['--memory'])
    const { code, stdout } = await cli(['calls', '--url', url], { BOT_EMULATOR_BOT: BOT })
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'No calls.\n' })
  })
})

describe.concurrent('--against', () => {
  const plain = suite(...['one', 'two'].map((name) => scenario(name, START, said('Hello, Alice'))))

  it('refuses a world in a file, unless --reset-world is set', async () => {
    const at = folder({ 'a.yaml': plain })
    const { url } = await emulatorProcess(['--db', `${at}/world.sqlite`])
    const run = (...more: string[]) => cli(['test', `${at}/a.yaml`, '--bot', bot('polite'), '--against', url, ...more])
    const { code, stderr } = await run()
    expect(
      stderr,
    ).toBe(`The emulator at ${url} keeps its world in a file, and every scenario would replace it. Use an emulator that was started with --memory, or pass --reset-world to lose this world.
`)
    expect(code).toBe(2)
    expect((await run('--reset-world')).code).toBe(0)
  })

  it('ends if the emulator disappears during the run', async () => {
    const { url, child } = await emulatorProcess(['--memory'])
    const at = folder({ 'a.yaml': suite(scenario('one', START, `run: kill -9 ${child.pid}`, said('Hello, Alice'))) })
    const { code, stderr } = await cli(['test', `${at}/a.yaml`, '--bot', bot('polite'), '--against', url])
    expect(stderr).toBe(`No emulator answers at ${url}. Start an emulator with: npx bot-emulator start\n`)
    expect(code).toBe(3)
  })

  it('plays in parallel on all named emulators', async () => {
    const at = folder({ 'a.yaml': plain })
    const urls = [(await emulatorProcess(['--memory'])).url, (await emulatorProcess(['--memory'])).url]
    const against = urls.flatMap((url) => ['--against', url])
    const run = (...more: string[]) => cli(['test', `${at}/a.yaml`, '--bot', bot('polite'), ...more])
    expect((await run(...against, '--parallel', '2')).code).toBe(0)
    const { code, stderr } = await run('--against', urls[0] ?? '', '--parallel', '2')
    expect(stderr).toMatch(/^--parallel 2 needs 2 emulators, and --against names 1\. Each emulator has one world\./)
    expect(code).toBe(2)
  })
})
