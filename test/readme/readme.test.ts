// The README is true: its files, commands and outputs, from top to bottom, in a folder that has the package installed.

import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

interface Block {
  line: number
  language: string
  /** Of a block that is a file. */
  file: string | undefined
  content: string
}

const README = readFileSync('README.md', 'utf8')
const BLOCKS = [...README.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(
  ([, language, file, content], i, all): Block => ({
    line: README.slice(0, all[i]!.index).split('\n').length,
    language: language!,
    file,
    content: content!.trimEnd(),
  }),
)

const KEEPS_RUNNING = /^(?:\w+=\S+ )*(?:npx bot-emulator start|node (?!--test))/
const INSTALLATION = 'npm install --save-dev bot-emulator'

let folder: string
let said = ''
let printed = ''
let url: string | undefined
const running: ChildProcess[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bot-emulator-readme-'))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  symlinkSync(resolve('.'), join(modules, 'bot-emulator'))
  symlinkSync(resolve('bin/bot-emulator.js'), join(modules, '.bin/bot-emulator'))
  symlinkSync(resolve('node_modules/grammy'), join(modules, 'grammy'))
  writeFileSync(join(folder, 'package.json'), '{"private": true}')
})

afterAll(() => {
  for (const child of running) stop(child)
  rmSync(folder, { recursive: true, force: true })
})

/** Each command leads a group of its own, as npx starts another program. */
function stop(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null && child.pid) process.kill(-child.pid, 'SIGKILL')
}

/** The address in the README is that of the emulator that was started first. */
const here = (text: string) => (url ? text.replaceAll('http://127.0.0.1:8081', url) : text)

function keepRunning(command: string): { child: ChildProcess; listening: Promise<string> } {
  // npm has a word to say of the machine's own configuration, which is none of ours.
  const env = { ...process.env, BOT_EMULATOR_PORT: '0', npm_config_loglevel: 'error' }
  const child = spawn('bash', ['-c', command], { cwd: folder, env, detached: true })
  running.push(child)
  let output = ''
  const listening = new Promise<string>((found, missed) => {
    const look = (data: Buffer) => {
      output += data
      if (/Listening at .*Point a bot at it[^\n]*\n/s.test(output)) found(output)
    }
    child.stdout!.on('data', look)
    child.stderr!.on('data', look)
    child.once('close', () => missed(new Error(`${command} ended: ${output}`)))
  })
  listening.catch(() => {})
  return { child, listening }
}

async function follow({ language, file, content }: Block) {
  if (language === 'screen') return expect(readFileSync(join('fixtures/frames', file!), 'utf8').trimEnd()).toBe(content)
  if (file) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    return writeFileSync(join(folder, file), `${here(content)}\n`)
  }
  if (language === 'json') return expect(JSON.parse(printed)).toEqual(JSON.parse(content))
  if (language === 'text') return expect(said.trimEnd()).toBe(here(content))
  expect(language).toBe('sh')
  if (content === INSTALLATION) return
  if (!KEEPS_RUNNING.test(content)) {
    const { stdout } = await promisify(execFile)('bash', ['-euc', here(content)], { cwd: folder })
    printed = stdout
    return expect(stdout).not.toMatch(/"error":|^$/)
  }
  const { child, listening } = keepRunning(here(content))
  if (content.includes('node ')) return
  said = await listening
  if (url) stop(child)
  else url = /Listening at (\S+)/.exec(said)![1]!
}

it.each(BLOCKS.map((block) => [`line ${block.line}: ${block.content.split('\n')[0]}`, block] as const))(
  '%s',
  (_, block) => follow(block),
)

it('the bot of a library answers', async () => {
  const act = (path: string, body: object) =>
    fetch(`${url}/_emulator${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await act('/actions/createBot', { handle: 'library', first_name: 'Library', token: '43:TEST' })
  keepRunning('BOT_TOKEN=43:TEST node grammy-bot.mjs')
  await act('/actions/start', { as: 'alice', bot: 'library' })
  const answer = await act('/wait', {
    call: 'sendMessage',
    bot: 'library',
    with: { text: 'Hello, Alice!' },
    within: 15,
  })
  expect(await answer.json()).toMatchObject({ ok: true })
})

it('installs the package under the name it has', () => {
  expect(BLOCKS.some(({ content }) => content === INSTALLATION)).toBe(true)
  expect(JSON.parse(readFileSync('package.json', 'utf8')).name).toBe('bot-emulator')
})

it('has a table of rules that is up to date', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/rules-table.mjs', '--check'])
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' })
})

it('names gaps that the catalogue has', () => {
  const rules = readFileSync('test/conformance/rules.md', 'utf8')
  for (const [gap] of README.matchAll(/GAP-\d+/g)) expect(rules).toContain(`- \`${gap}\` `)
})

it('names flags that the program has', () => {
  const helps = ['start', 'test', 'dashboard', 'record', 'exec'].map((command) =>
    spawnSync(process.execPath, ['bin/bot-emulator.js', command, '--help']).stdout.toString(),
  )
  const others = ['--help', '--test', '--as', '--to', '--bot', '--text']
  const own = README.replaceAll(INSTALLATION, '').match(/(?<![\w-])--[a-z][a-z-]+/g)!
  for (const flag of own) expect([...helps, ...others].join(' ')).toContain(flag)
})
