// Finds, starts and stops the emulator that the tools use.

import { Problem } from '../../lib/problem.ts'
import { findTarget, type Target, type TargetOptions } from '../emulator-target.ts'
import { type EmulatorProcess, startEmulatorProcess } from '../start/two-processes.ts'
import { quoteExcerpt } from './answer-text.ts'

export interface McpOptions extends TargetOptions {
  bot?: string | undefined
}

const MAX_OUTPUT = 1000

/** What the tools of one server share. */
export interface Host extends ReturnType<typeof createHost> {}

export function createHost({ bot, ...options }: McpOptions) {
  let own: { process: EmulatorProcess; url?: string } | undefined
  /** Each call of a tool finds the running emulator, because another emulator may be running by then. */
  const connect = (url = own?.url ?? options.url): Promise<Target> => findTarget({ ...options, url })

  return {
    bot,
    connect,
    /** Starts an emulator that ends together with this process, and that the tools use from then on. */
    async start(args: readonly string[]) {
      const running = own ?? (await findRunning(connect))
      if (running) {
        const how = running.url === undefined ? 'is already starting' : `already runs at ${running.url}`
        throw new Problem('already-running', `An emulator ${how}.`, 'Use the existing emulator, or end it with `stop`.')
      }
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
    /** Stops the emulator that `start` started, and returns its address; undefined if `start` was not called. */
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
