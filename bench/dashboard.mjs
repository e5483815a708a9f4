// Measures the start of the dashboard until its first frame, against a minimal Ink program.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { timed } from './lib/ask.mjs'
import { median } from './lib/median.mjs'
import { inScratch } from './lib/scratch.mjs'

export const title = 'first frame of the dashboard'

const ROUNDS = 21
const HELLO = fileURLToPath(new URL('lib/ink-hello.mjs', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../bin/bot-emulator.js', import.meta.url))

export const measure = () =>
  inScratch(async (folder) => {
    const times = { hello: [], start: [] }
    for (let round = 0; round <= ROUNDS; round++) {
      const hello = await firstFrame(folder, [HELLO], 'hello')
      const start = await firstFrame(folder, [PROGRAM, 'start', '--memory', '--port', '0'], 'bot-emulator')
      // The first round is not measured, because it fills the caches of compiled code.
      if (round === 0) continue
      times.hello.push(hello)
      times.start.push(start)
    }
    const ratio = median(times.start.map((time, round) => time / times.hello[round]))
    const figures = { 'start ms': median(times.start), 'hello ms': median(times.hello) }
    return { name: 'start to Ink’s hello', ratio, target: { most: 1.2 }, figures }
  })

/** Runs a program in a terminal that the command `script` provides, and stops it when `text` appears. */
async function firstFrame(cwd, args, text) {
  const command = [process.execPath, ...args].map((word) => `'${word}'`).join(' ')
  const env = { ...process.env, TERM: 'xterm-256color', COLUMNS: '120', LINES: '40' }
  let child
  const time = await timed(
    () =>
      new Promise((resolve, reject) => {
        child = spawn('script', ['-qfec', `stty cols 120 rows 40; exec ${command}`, '/dev/null'], { cwd, env })
        let seen = ''
        child.stdout.on('data', (chunk) => {
          seen += chunk
          if (seen.includes(text)) resolve()
        })
        child.once('error', reject)
        child.once('exit', () => reject(new Error(`It has ended without a frame: ${seen}`)))
      }),
  )
  const ended = new Promise((resolve) => {
    child.removeAllListeners('exit').once('exit', resolve)
  })
  child.stdin.write('\u0003')
  await ended
  return time
}
