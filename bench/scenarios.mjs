// Measures `bot-emulator test`: whole runs, overhead of a step, gain of --parallel 4.

import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { median } from './lib/median.mjs'
import { inScratch } from './lib/scratch.mjs'

export const title = 'scenarios'

const ROUNDS = 5
const SCENARIOS = 200
const STEPS = 10

const called = (text) => ({ expect: { call: 'sendMessage', with: { chat_id: 'alice', text } } })
const seen = (text) => ({ expectReply: { to: 'alice', text } })

/** Runs of `bot-emulator test`, measured from its start to its end, including the start of the bot. */
const WHOLE_RUNS = [
  { name: '100 scenarios', count: 100, talks: 1, most: 1.5 },
  { name: '1 000 scenarios', count: 1000, talks: 1, most: 6 },
  { name: '1 000 scenarios with expectReply', count: 1000, talks: 1, most: 6, expectation: seen },
  { name: '2 000 steps', count: 200, talks: 4, most: 5 },
]
const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

export const measure = () =>
  inScratch(async (folder) => {
    const file = join(folder, 'talk.yaml')
    const wholeRuns = []
    for (const { name, count, talks, most, expectation } of WHOLE_RUNS) {
      writeFileSync(file, scenarioFile(count, talks, expectation))
      const seconds = []
      for (let round = 0; round < ROUNDS; round++) seconds.push(await wholeRun(folder, file))
      wholeRuns.push({ name, ratio: median(seconds), target: { most }, unit: 's' })
    }
    writeFileSync(file, scenarioFile(SCENARIOS, 4))
    const play = (parallel, thinkMs) => run(folder, file, parallel, thinkMs)
    await play(1, 0)
    const overheads = []
    const times = { one: [], four: [] }
    for (let round = 0; round < ROUNDS; round++) {
      overheads.push(overhead(await play(1, 0)))
      const ways = [
        ['one', 1],
        ['four', 4],
      ]
      for (const [way, lanes] of round % 2 ? ways.reverse() : ways) times[way].push((await play(lanes, 10)).duration_ms)
    }
    return [
      ...wholeRuns,
      { name: 'overhead of a step', ratio: median(overheads), target: { most: 5 }, unit: 'ms' },
      {
        name: '--parallel 4, a bot that thinks for 10 ms',
        ratio: median(times.one) / median(times.four),
        figures: { 'one s': median(times.one) / 1000, 'four s': median(times.four) / 1000 },
      },
    ]
  })

async function wholeRun(folder, file) {
  const started = performance.now()
  await run(folder, file, 1, 0)
  return (performance.now() - started) / 1000
}

function scenarioFile(count, talks, expectation = called) {
  const pair = (i) => [{ send: { as: 'alice', to: 'echo', text: `m${i}` } }, expectation(`m${i}`)]
  const pairs = Array.from({ length: talks }, (_, i) => pair(i))
  const steps = [{ start: { as: 'alice', bot: 'echo' } }, { wait: 0 }, ...pairs.flat()]
  const each = Array.from({ length: count }, (_, n) => ({ n }))
  return JSON.stringify({
    world: { users: { alice: {} }, bots: { echo: {} } },
    scenarios: [{ name: 'talk', each, steps }],
  })
}

async function run(folder, file, parallel, thinkMs) {
  const report = join(folder, 'report.json')
  const bot = `"${process.execPath}" "${here('fixtures/bots/echo.js')}" ${thinkMs}`
  const args = ['test', file, '--bot', bot, '--parallel', String(parallel), '--reporter', `json=${report}`]
  await promisify(execFile)(process.execPath, [here('bin/bot-emulator.js'), ...args], { maxBuffer: 2 ** 26 })
  return JSON.parse(readFileSync(report, 'utf8'))
}

/** Returns the milliseconds per step, without the start of the bot and the steps that wait for the bot's answer. */
function overhead({ scenarios }) {
  const [first] = scenarios
  const end = Math.max(...scenarios.map(({ started, duration_ms }) => started + duration_ms))
  const waited = scenarios.flatMap(({ steps }) => steps.filter(({ text }) => text.startsWith('expect ')))
  const sum = waited.reduce((all, { duration_ms }) => all + duration_ms, 0)
  // The bot is started during the setup of the first scenario, so the measured time begins after that setup.
  const beginning = first.started + first.set_ms
  return (end - beginning - sum) / (scenarios.length * STEPS)
}
