// Runs the code blocks of a page in a new folder with the package installed.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { escapeRegex } from '../../../src/lib/compare/regex.ts'
import { isHere } from '../../helpers/programs.ts'
import { type Block, blocksOf } from './blocks.ts'

/** Commands that the tests skip: they run in an installed clone, and link the package into the folder instead. */
export const FROM_A_CLONE = ['npm ci && npx bot-emulator start', 'npm test']
export const INSTALLATION = 'npm install --save-dev bot-emulator'
const INSTALLATIONS = [INSTALLATION, 'npm install grammy']

/** The README's bot, which other pages use as well. */
const BOT = 'bot.mjs'
const BOT_OF_README = blocksOf('README.md').find(({ file }) => file === BOT)!.content

const START = /^(?:\w+=\S+ )*npx bot-emulator start\b/
/** The word behind `sh` of a command that is expected to fail with exit code 1. */
const FAILS = 'fails'
const PYTEST = / pytest\b/
const RUN_BOT = /^(?:\w+=\S+ )*node \S*bot\.mjs$/

/** The bot libraries, by their names in the pages and in this project's node_modules. */
const LIBRARIES = [
  ['grammy', 'grammy'],
  ['telegraf', 'telegraf'],
  ['node-telegram-bot-api', 'node-telegram-bot-api-2'],
  ['vitest', 'vitest'],
] as const

export function openReader() {
  const folder = folderWithPackage()
  const running: ChildProcess[] = []
  /** The address of the first emulator. It replaces the default address that the pages show. */
  let url: string | undefined
  let printed = ''

  const here = (text: string) => (url ? text.replaceAll('http://127.0.0.1:8081', url) : text)

  /** Runs a command in its own process group, so that the process started by npx can be killed as well. */
  function keepRunning(command: string): ChildProcess {
    // Hides npm's warnings about the configuration of the machine.
    const env = { ...process.env, BOT_EMULATOR_PORT: '0', BOT_API_URL: url, npm_config_loglevel: 'error' }
    const child = spawn('bash', ['-c', command], { cwd: folder, env, detached: true })
    running.push(child)
    return child
  }

  async function start(command: string) {
    const child = keepRunning(command)
    printed = await announcementOf(child)
    if (url) await stop(child)
    else url = /Listening at (\S+)/.exec(printed)![1]!
  }

  async function runToEnd(command: string, fails: boolean) {
    const { code, stdout } = await promisify(execFile)('bash', ['-euc', command], { cwd: folder }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => error,
    )
    expect({ code, stdout }).toEqual({ code: fails ? 1 : 0, stdout: expect.stringMatching(/./) })
    if (!fails) expect(stdout).not.toMatch(/"error":/)
    printed = stdout
  }

  async function follow({ language, file, content }: Block) {
    if (language === 'diff') applyDiff(join(folder, file!), content)
    else if (language === 'sh') await run(content, file === FAILS)
    else if (file) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), `${here(content)}\n`)
    } else if (language === 'json') expect(JSON.parse(printed)).toEqual(JSON.parse(content))
    else {
      expect(language).toBe('text')
      expect(withoutTimes(printed)).toMatch(patternOf(withoutTimes(here(content))))
    }
  }

  async function run(command: string, fails: boolean) {
    if ([...FROM_A_CLONE, ...INSTALLATIONS].includes(command)) return
    if (PYTEST.test(command) && !isHere('pytest')) return
    if (START.test(command)) await start(here(command))
    else if (RUN_BOT.test(command)) keepRunning(here(command))
    else await runToEnd(here(command), fails)
  }

  async function close() {
    await Promise.all(running.map(stop))
    rmSync(folder, { recursive: true, force: true })
  }

  return { follow, close }
}

/** Replaces in a file the lines of a diff that begin with `-` by those that begin with `+`. */
function applyDiff(path: string, diff: string) {
  const linesWithout = (sign: string) =>
    diff
      .split('\n')
      .filter((line) => !line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n')
  const before = readFileSync(path, 'utf8')
  expect(before).toContain(linesWithout('+'))
  writeFileSync(
    path,
    before.replace(linesWithout('+'), () => linesWithout('-')),
  )
}

/** Replaces each time of day and each duration, which differ from run to run. */
const withoutTimes = (text: string) =>
  text
    .replace(/\d\d:\d\d:\d\d/g, 'hh:mm:ss')
    .replace(/\d+(\.\d+)? m?s\b/g, 'N s')
    .trimEnd()

/** Matches an output of which a page shows all lines, except those that it replaces by `…`. */
const patternOf = (content: string) => new RegExp(`^${escapeRegex(content).replace(/^…$/gm, '(?:.*\\n)*?.*')}$`)

export function folderWithPackage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bot-emulator-paper-'))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  symlinkSync(resolve('.'), join(modules, 'bot-emulator'))
  symlinkSync(resolve('bin/bot-emulator.js'), join(modules, '.bin/bot-emulator'))
  for (const [name, from] of LIBRARIES) symlinkSync(resolve('node_modules', from), join(modules, name))
  symlinkSync(resolve('node_modules/.bin/vitest'), join(modules, '.bin/vitest'))
  writeFileSync(join(folder, 'package.json'), '{"private": true}')
  writeFileSync(join(folder, BOT), BOT_OF_README)
  return folder
}

/** Resolves with the output of `start` when the emulator is ready. */
function announcementOf(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const append = (data: Buffer) => {
      output += data
      if (/Listening at .*Point a bot at it[^\n]*\n/s.test(output)) resolve(output)
    }
    child.stdout!.on('data', append)
    child.stderr!.on('data', append)
    child.once('close', () => reject(new Error(`${child.spawnargs.at(-1)} ended: ${output}`)))
  })
}

/** An emulator ends the bot that it has started. */
async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return
  const closed = once(child, 'close')
  process.kill(-child.pid, 'SIGTERM')
  await closed
}
