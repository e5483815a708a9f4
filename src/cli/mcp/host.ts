// Finds, starts and stops the emulator that the tools use.

import { Problem } from '../../lib/problem.ts'
import { quoteExcerpt } from './answer-text.ts'
import { runCommand } from './run-command.ts'
import type { Host, ToolTarget } from './tool.ts'

/** An emulator in a child process, which ends when this process ends. */
interface EmulatorProcess {
  url: Promise<string>
  ended: Promise<number>
  stop(): Promise<number>
  output(): string
}

export interface HostOptions {
  /** Finds the same running emulator as the commands of the CLI, or connects to `url`. */
  findTarget(url?: string): Promise<ToolTarget>
  startEmulator(args: readonly string[]): EmulatorProcess
  /** The path of the JavaScript file that Node runs for a command of bot-emulator. */
  program: string
  bot: string | undefined
}

const MAX_OUTPUT = 1000

export function createHost({ findTarget, startEmulator, program, bot }: HostOptions): Host {
  let own: { process: EmulatorProcess; url?: string } | undefined

  return {
    bot,
    connect: (url = own?.url) => findTarget(url),
    run: (args, call) => runCommand(program, args, call),
    async start(args) {
      const running = own ?? (await findRunning(findTarget))
      if (running) throw alreadyRunsProblem(running.url)
      const process = startEmulator(args)
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
async function findRunning(findTarget: HostOptions['findTarget']): Promise<ToolTarget | undefined> {
  try {
    const target = await findTarget()
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
