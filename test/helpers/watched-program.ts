// The program, watched from inside for how long its event loop stands still.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../bin/bot-emulator.js', import.meta.url))
const WATCH = new URL('stall-watch.js', import.meta.url).href

/** The program in a process of its own, with a bot to call, and a look at how long its event loop stood still. */
export async function watchedProgram(flags: readonly string[] = ['--memory']) {
  const args = ['--import', WATCH, PROGRAM, 'start', '--headless', '--json', '--port', '0', ...flags]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore', 'ipc'] })
  const [line] = (await once(child.stdout!.setEncoding('utf8'), 'data')) as [string]
  child.stdout!.resume()
  const { url, bots } = JSON.parse(line.split('\n')[0]!) as { url: string; bots: { token: string; handle: string }[] }
  return {
    url,
    bots,
    token: bots[0]!.token,
    async longestStall() {
      child.send('longest')
      return ((await once(child, 'message')) as [number])[0]
    },
    end: () => void child.kill('SIGKILL'),
  }
}

const MAX_ROUNDS = 3

/**
 * The least of its rounds: what holds the loop up does so each time, while at times a machine takes long over a page of
 * memory. As soon as one is below the bound, it is enough.
 */
export async function leastStall(
  program: Awaited<ReturnType<typeof watchedProgram>>,
  maxMs: number,
  act: () => Promise<unknown>,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < MAX_ROUNDS && least >= maxMs; round++) {
    await act()
    least = Math.min(least, await program.longestStall())
  }
  return least
}
