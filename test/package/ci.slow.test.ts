// What CI systems and containers take of us: the steps of the action, the Dockerfile, and the compose file of the docs.

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { folder as folderOf } from '../helpers/folder.ts'
import { emptyFolder } from '../helpers/program.ts'
import { blocksOf } from './papers/blocks.ts'

const PROGRAM = resolve('bin/bot-emulator.js')
const DOCKERFILE = readFileSync('Dockerfile', 'utf8')

interface Step {
  run?: string
  env?: Record<string, string>
}

/** Somebody's project with a bot, where the steps of the action run one after another as a runner runs them. */
function runAction(inputs: Record<string, string>, expected: string) {
  const bot = blocksOf('README.md').find(({ file }) => file === 'bot.mjs')
  const folder = folderOf({
    'bot.mjs': bot?.content ?? '',
    'scenarios/ping.yaml': `world: { users: { alice: {} }, bots: { greeter: {} } }
scenarios:
  - name: answers
    steps:
      - start: { as: alice, bot: greeter }
      - expect: { call: sendMessage, with: { text: "${expected}" }, within: 2s }
`,
  })
  const temp = join(folder, 'temp')
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(PROGRAM, join(folder, 'node_modules/.bin/bot-emulator'))
  const { inputs: declared, runs } = parse(readFileSync('action.yml', 'utf8')) as {
    inputs: Record<string, { default?: string }>
    runs: { steps: Step[] }
  }
  const filled = (text: string) =>
    text
      .replace(/\$\{\{ runner\.temp \}\}/g, temp)
      .replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name: string) => inputs[name] ?? declared[name]?.default ?? '')
  const summary = join(folder, 'summary.md')
  const outcomes = runs.steps.flatMap(({ run, env = {} }) => {
    if (run === undefined) return []
    const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]))
    const { status, stdout } = spawnSync('bash', ['-eo', 'pipefail', '-c', run], {
      cwd: folder,
      env: { ...process.env, ...own, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary },
      encoding: 'utf8',
    })
    return [{ status, stdout }]
  })
  return { outcomes, summary: readFileSync(summary, 'utf8'), reports: readdirSync(join(temp, 'bot-emulator')).sort() }
}

describe('the action', () => {
  it('plays the scenarios, and keeps a summary and the reports', () => {
    const { outcomes, summary, reports } = runAction({ bot: 'node bot.mjs' }, 'You said: /start')
    expect(outcomes.map(({ status }) => status)).toEqual([0, 0])
    expect(summary).toContain('| ✅ | answers |')
    expect(reports).toEqual(['run.html', 'run.json', 'run.xml'])
  })

  it('fails with an annotation where a scenario fails, and keeps as much', () => {
    const { outcomes, summary, reports } = runAction({ bot: 'node bot.mjs' }, 'Welcome')
    expect(outcomes.map(({ status }) => status)).toEqual([0, 1])
    expect(outcomes[1]?.stdout).toMatch(/^::error file=scenarios\/ping\.yaml,line=6,/)
    expect(summary).toContain('| ❌ | answers |')
    expect(reports).toEqual(['run.html', 'run.json', 'run.xml'])
  })
})

describe('the Dockerfile', () => {
  const words = (line: RegExp): string[] => JSON.parse(line.exec(DOCKERFILE)?.[1] ?? '[]')

  it('has nothing that a linter objects to', () => {
    expect(validate(DOCKERFILE)).toEqual([])
  })

  it('starts an emulator that its own check of health reaches', async () => {
    const folder = emptyFolder()
    const [, ...check] = words(/^HEALTHCHECK .*CMD (\[.*\])$/m)
    const port = String(20_000 + (process.pid % 20_000))
    const here = (word: string) => word.replace('8081', port).replace('/world', folder)
    const env = { ...process.env, BOT_EMULATOR_CONTROL_TOKEN: 'secret' }
    const child = spawn(process.execPath, [PROGRAM, ...words(/^CMD (\[.*\])$/m).map(here)], {
      cwd: folder,
      env,
      stdio: 'pipe',
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await new Promise((ready) => child.stdout.once('data', ready))
    const { status, stdout } = spawnSync(process.execPath, [PROGRAM, ...check.map(here)], { env, encoding: 'utf8' })
    expect({ status, stdout }).toEqual({ status: 0, stdout: `Ready at http://127.0.0.1:${port}.\n` })
    expect(existsSync(join(folder, 'world.sqlite'))).toBe(true)
  })
})

it('the compose file gives the emulator settings that it has', () => {
  const compose = blocksOf('docs/ci.md').find(({ file }) => file === 'compose.yml')
  const { services } = parse(compose?.content ?? '') as { services: Record<string, { environment: object }> }
  const { stdout } = spawnSync(process.execPath, [PROGRAM, 'start', '--help'], { encoding: 'utf8' })
  const flags = Object.keys(services.emulator?.environment ?? {}).map(
    (name) => `--${name.replace('BOT_EMULATOR_', '').toLowerCase().replaceAll('_', '-')}`,
  )
  expect(flags.filter((flag) => !stdout.includes(`${flag} `))).toEqual([])
  expect(flags).toHaveLength(2)
})
