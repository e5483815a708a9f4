// Measures `bot-emulator test`: a hundred scenarios, and the time until the first one has passed.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './lib/median.mjs'
import { inScratch } from './lib/scratch.mjs'
import { EMULATOR } from './lib/server.mjs'

export const title = 'bot-emulator test'

const ROUNDS = 9
const SCENARIOS = 100
const ECHO = fileURLToPath(new URL('../fixtures/bots/echo.js', import.meta.url))

const FILE = {
  world: { users: { alice: {} }, bots: { echo: {} } },
  scenarios: [
    {
      name: 'talk',
      each: Array.from({ length: SCENARIOS }, (_, n) => ({ n })),
      steps: [
        { start: { as: 'alice', bot: 'echo' } },
        { wait: 0 },
        { send: { as: 'alice', to: 'echo', text: 'hello' } },
        { expect: { call: 'sendMessage', with: { chat_id: 'alice', text: 'hello' } } },
      ],
    },
  ],
}

export const measure = () =>
  inScratch(async (folder) => {
    const file = join(folder, 'talk.yaml')
    writeFileSync(file, JSON.stringify(FILE))
    const firsts = []
    const wholes = []
    await run(folder, file)
    for (let round = 0; round < ROUNDS; round++) {
      const { first, whole } = await run(folder, file)
      firsts.push(first)
      wholes.push(whole)
    }
    return [
      { name: `${SCENARIOS} scenarios`, ratio: median(wholes), target: { most: 1 }, unit: ' s' },
      { name: 'the first one', ratio: median(firsts), target: { most: 0.5 }, unit: ' s' },
    ]
  })

/** Returns the seconds from the start of the command to its first passed scenario, and to its end. */
async function run(cwd, file) {
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  const args = [EMULATOR, 'test', file, '--bot', `"${process.execPath}" "${ECHO}"`]
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  let first
  child.stdout.setEncoding('utf8').on('data', (text) => {
    if (text.includes('✓')) first ??= seconds()
  })
  const [code] = await once(child, 'exit')
  if (code !== 0 || first === undefined) throw new Error(`bot-emulator test ended with ${code}.`)
  return { first, whole: seconds() }
}
