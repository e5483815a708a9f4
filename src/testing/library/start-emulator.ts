// Starts an emulator in this process, or connects to a running one.

import { type ActionParams, deferredClient } from '../../control/client/client.ts'
import { directClient } from '../../control/client/direct-client.ts'
import { httpClient } from '../../control/client/http-client.ts'
import { createEmulator } from '../../emulator.ts'
import { listen } from '../../http/listen.ts'
import { Problem } from '../../lib/problem.ts'
import { NEEDED_NODE } from '../../lib/version.ts'
import { lazyRecorder } from '../recorder/lazy-recorder.ts'
import { UNFIRED_FAULT_TEXT, unfiredFaultLines } from '../scenarios/run/after-last-step.ts'
import { fillWorld, refillWorld } from '../worlds/create-world.ts'
import { keepOrReadFirstWorld } from '../worlds/first-world.ts'
import { explainProblems, invalidParam, requireOptions, stoppedProblem, withAwaitHint } from './explain-problems.ts'
import { createStage, type Stage } from './stage.ts'

/** The parameters of a create action. The display name or title is optional. The default is derived from the handle. */
type EntryOf<Create extends keyof ActionParams, Name extends string> = Omit<ActionParams[Create], 'handle' | Name> & {
  [Key in Name]?: string
}

type ByHandle<Entry> = Readonly<Record<string, Entry>>

/** A world as an object, with the fields of a world file. */
export type World = {
  service?: ActionParams['updateService']
  clock?: { at?: number | string; frozen?: boolean }
  users?: ByHandle<EntryOf<'createUser', 'first_name'> | null>
  /** The bots by handle. The emulator creates an owner for each bot without `owner`. */
  bots?: ByHandle<Partial<EntryOf<'createBot', 'first_name'>> | null>
  groups?: ByHandle<EntryOf<'createGroup', 'title'>>
  channels?: ByHandle<EntryOf<'createChannel', 'title'>>
}

export interface StartOptions {
  /** The port to listen on. The default, 0, selects a free port. */
  port?: number
  /** The database file. By default the world is only in memory. */
  file?: string
  /** The initial world, with the same fields as a world file. */
  world?: World
  /** True keeps the process alive until stop(). By default the emulator does not prevent the process from exiting. */
  keepAlive?: boolean
}

export interface RunningEmulator extends Stage, AsyncDisposable {
  readonly port: number
  /** Ends open requests, closes the emulator and frees the port. */
  stop(): Promise<void>
  /**
   * Replaces the world with the initial world. Bots keep their tokens, so that their programs keep running. After that,
   * throws if an injected fault was never triggered.
   */
  reset(): Promise<void>
}

const startExplained = explainProblems({ start }).start

export const startEmulator = (options?: StartOptions): Promise<RunningEmulator> =>
  withAwaitHint(startExplained(options), 'startEmulator()', ['url', 'clock', 'user', 'bot', 'group', 'perform', 'stop'])

async function start(options: StartOptions = {}): Promise<RunningEmulator> {
  requireNodeVersion()
  requireOptions('startEmulator', options, ['port', 'file', 'world', 'keepAlive'])
  const { port, file, world, keepAlive = false } = options
  if (port !== undefined && !isPort(Number(port))) throw invalidParam('port', 'a number from 0 to 65535', port)
  const emulator = createEmulator({ file })
  try {
    const { bots, users } = emulator.world.store
    const isEmpty = bots.all().length === 0 && users.people().length === 0
    if (world) await fillWorld(emulator.perform, world)
    const knowsWorld = !isEmpty && world !== undefined
    emulator.keepFirstWorld(knowsWorld ? world : keepOrReadFirstWorld(file, isEmpty ? (world ?? {}) : undefined))
    const server = await listen(emulator, { port, background: !keepAlive, recorder: lazyRecorder(emulator) })
    let stopping: Promise<void> | undefined
    const stop = () => {
      stopping ??= server.close().then(emulator.close)
      return stopping
    }
    const running = directClient(emulator, server.url)
    const client = deferredClient(() => {
      if (stopping) throw stoppedProblem()
      return running
    })
    const stage = createStage(client, server.url, 0)
    const reset = async () => {
      const unfired = unfiredFaultLines(await client.view('/faults'))
      await refillWorld(client, world ?? {})
      await stage.startAgain()
      if (unfired.length) {
        const hint = [...unfired, 'Remove the fault, or cause a call or delivery that matches the fault.'].join('\n')
        throw new Problem('fault-not-fired', UNFIRED_FAULT_TEXT, hint)
      }
    }
    return explainProblems({ ...stage, port: server.port, stop, reset, [Symbol.asyncDispose]: stop })
  } catch (error) {
    await emulator.close()
    throw error
  }
}

/** Throws for an older Node, in which the database module would end the process without a message. */
function requireNodeVersion() {
  const { node } = process.versions
  if (node.localeCompare(NEEDED_NODE, 'en', { numeric: true }) >= 0) return
  const hint = 'Install a newer Node; in a project: npm install --save-dev node@24'
  throw new Problem('old-node', `bot-emulator needs Node ${NEEDED_NODE} or newer, and this is Node ${node}.`, hint)
}

const isPort = (port: number) => Number.isInteger(port) && port >= 0 && port <= 65_535

export interface ConnectOptions {
  /** The control token of an emulator that other machines can reach. */
  token?: string
}

/** Connects to a running emulator over HTTP. `waitForReply` ignores messages that were sent before the connection. */
export const connectEmulator: (url: string, options?: ConnectOptions) => Promise<Stage> = explainProblems({
  connect,
}).connect

async function connect(url: string, options: ConnectOptions = {}): Promise<Stage> {
  const client = httpClient(url, options)
  const { last_event } = await client.health()
  return createStage(client, url.replace(/\/+$/, ''), last_event, options.token)
}
