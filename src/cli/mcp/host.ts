// Finds, starts and stops the emulator that the tools use.

import { Problem } from '../../lib/problem.ts'
import { findTarget, type Target, type TargetOptions } from '../emulator-target.ts'
import { type EmulatorProcess, startEmulatorProcess } from '../start/two-processes.ts'
import { quoteExcerpt } from './answer-text.ts'
import type { Host } from './tool.ts'

export interface McpOptions extends TargetOptions {
  bot?: string | undefined
}

const MAX_OUTPUT = 1000

export function createHost({ bot, ...options }: McpOptions): Host {
  let own: { process: EmulatorProcess; url?: string } | undefined
  const connect = (url = own?.url ?? options.url) => findTarget({ ...options, url })

  return {
    bot,
    connect,
    async start(args) {
      const running = own ?? (await findRunning(connect))
      if (running) throw alreadyRunsProblem(running.url)
      const process = startEmulatorProcess(['start', ...args])
      own = { process }
      void process.ended.then(() => {
        own = undefined
      })
      try {
        own.url = await process.url
      } catch {
        const code = await process.ended
        const output = quoteExcerpt(process.output().trim(), MAX_OUTPUT)
        throw new Problem('not-started', `The emulator ended with exit code ${code}: ${output}`, '')
      }
    },
    async stop() {
      const stopped = own
      await stopped?.process.stop()
      return stopped?.url
    },
  }
}

/** Returns the running emulator of this folder, or undefined. Throws if there are several. */
async function findRunning(connect: Host['connect']): Promise<Target | undefined> {
  try {
    const target = await connect()
    if (target.isElsewhere) return undefined
    await target.client.health()
    return target
  } catch (error) {
    if (error instanceof Problem && error.code !== 'several-emulators') return undefined
    throw error
  }
}

const alreadyRunsProblem = (url?: string) =>
  new Problem(
    'already-running',
    url === undefined ? 'An emulator is already starting.' : `An emulator already runs at ${url}.`,
    'Use the existing emulator, or end it with `stop`.',
  )
