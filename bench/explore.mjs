// Explores the bots in test/testing/explore, which have planted failures, and prints what was found.

import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

const CLI = 'bin/bot-emulator.js'
const FOLDER = 'test/testing/explore/bots'
const NODE_BOTS = [
  'menu',
  'quiz',
  'survey',
  'to-do',
  'reminder',
  'moderation',
  'support',
  'shop',
  'files',
  'group-game',
  'webhook',
]
const BOTS = { ...Object.fromEntries(NODE_BOTS.map((bot) => [bot, `node ${bot}.js`])), notes: 'python3 notes.py' }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    for: { type: 'string', default: '60s' },
    correct: { type: 'string', default: '5m' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    replays: { type: 'string', default: '1' },
  },
})

const commandOf = (bot) => BOTS[bot].replace(/\S+$/, (file) => join(FOLDER, file))

/** Returns the names of the failures that the source of a bot passes to `planted()`. */
function plantedIn(bot) {
  const source = readFileSync(join(FOLDER, BOTS[bot].split(' ').at(-1)), 'utf8')
  return [...new Set([...source.matchAll(/planted\(["']([^"']+)["']\)/g)].map(([, name]) => name))]
}

/** Explores a bot until the first finding. Returns the finding with the seconds taken, or undefined after the time. */
async function explore(bot, time, planted, out) {
  const started = performance.now()
  const args = [
    CLI,
    'explore',
    '--bot',
    commandOf(bot),
    '--for',
    time,
    '--seed',
    values.seed,
    '--out',
    out,
    '--json',
    '--allow-local-webhooks',
  ]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PLANTED: planted },
    stdio: ['ignore', 'pipe', process.env.VERBOSE ? 'inherit' : 'ignore'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let finding
  for await (const line of createInterface(child.stdout)) {
    finding ??= { ...JSON.parse(line), seconds: (performance.now() - started) / 1000 }
    child.kill('SIGINT')
  }
  const code = await ended
  return finding ?? (code === 0 ? undefined : { kind: `exit code ${code}`, steps: 0, seconds: 0 })
}

function testPasses(bot, file, planted) {
  const args = [CLI, 'test', file, '--bot', commandOf(bot), '--reporter', 'tap', '--no-advice']
  return spawnSync(process.execPath, args, { env: { ...process.env, PLANTED: planted } }).status === 0
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const out = mkdtempSync(join(tmpdir(), 'explore-'))
const rows = []
for (const bot of positionals.length ? positionals : Object.keys(BOTS)) {
  const all = plantedIn(bot).filter((name) => !values.only || name === values.only)
  const reported = []
  const missed = []
  for (const planted of all) {
    const finding = await explore(bot, values.for, planted, join(out, bot, planted.replace(/\W/g, '-')))
    if (!finding?.file) {
      missed.push(planted)
      console.error(`${bot}: ${planted}: missed ${finding?.kind ?? ''}`)
      continue
    }
    const replays = Array.from({ length: Number(values.replays) }, () => !testPasses(bot, finding.file, planted))
    const fails = replays.filter(Boolean).length
    const passes = testPasses(bot, finding.file, '')
    reported.push({ ...finding, fails, passes })
    console.error(
      `${bot}: ${planted}: ${finding.kind}, ${finding.steps} steps, ${finding.seconds.toFixed(1)} s, fails ${fails}/${replays.length}, ${passes ? 'passes' : 'FAILS'} once fixed`,
    )
  }
  const alarm = values.correct === '0' ? undefined : await explore(bot, values.correct, '', join(out, bot, 'correct'))
  if (alarm)
    console.error(
      `${bot}: FALSE ALARM ${alarm.kind} ${alarm.summary ?? ''} ${alarm.file && readFileSync(alarm.file, 'utf8')}`,
    )
  // A scenario that also fails on the correct bot shows another failure than the planted one.
  const found = reported.filter(({ fails, passes }) => passes && fails === Number(values.replays))
  rows.push({
    bot,
    planted: all.length,
    reported: reported.length,
    found: found.length,
    'median steps': median(found.map(({ steps }) => steps)),
    'median seconds': median(found.map(({ seconds }) => seconds)).toFixed(1),
    'replays that fail': `${reported.reduce((sum, { fails }) => sum + fails, 0)} of ${reported.length * Number(values.replays)}`,
    'false alarms': alarm ? 1 : 0,
  })
}
console.table(rows)
if (!process.env.KEEP) rmSync(out, { recursive: true })
