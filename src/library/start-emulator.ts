// An emulator of one's own in this process, or the hand on one that runs elsewhere.

import { type ActionParams, deferredClient } from '../client/client.ts'
import { directClient } from '../client/direct-client.ts'
import { httpClient } from '../client/http-client.ts'
import { createEmulator } from '../emulator.ts'
import { listen } from '../http/listen.ts'
import { Problem } from '../lib/problem.ts'
import { layOut, layOutAgain } from '../scenario/lay-out.ts'
import { NEEDED_NODE } from '../version.ts'
import { explained, requireOptions, stopped, withAwaitHint, wrong } from './explained.ts'
import { type Stage, stageOver } from './stage.ts'

/** An entry without a name is called by its handle. */
type Named<Create extends keyof ActionParams, Name extends string> = Omit<ActionParams[Create], 'handle' | Name> & {
  [Key in Name]?: string
}

type ByHandle<Entry> = Readonly<Record<string, Entry>>

/** A world as a program writes it: what a world file holds, with the types of the actions that create it. */
export type World = {
  service?: ActionParams['updateService']
  clock?: { at?: number; frozen?: boolean }
  users?: ByHandle<Named<'createUser', 'first_name'> | null>
  /** A bot without an owner gets one. */
  bots?: ByHandle<Partial<Named<'createBot', 'first_name'>> | null>
  groups?: ByHandle<Named<'createGroup', 'title'>>
  channels?: ByHandle<Named<'createChannel', 'title'>>
}

export interface StartOptions {
  /** 0, as when left out, takes a free one. */
  port?: number
  /** Where the world is kept; left out, in memory only. */
  file?: string
  /** Who and what there is at the beginning, as in a world file. */
  world?: World
  /** Keeps the process alive until stop(), as a server would; a test is not kept from its end. */
  keepAlive?: boolean
}

export interface RunningEmulator extends Stage, AsyncDisposable {
  readonly port: number
  /** Ends what is under way and frees the port. */
  stop(): Promise<void>
  /** Back to the beginning: the world of the options, or an empty one. Programs of bots go on with their tokens. */
  reset(): Promise<void>
}

const explainedStart = explained({ start }).start

export const startEmulator = (options?: StartOptions): Promise<RunningEmulator> =>
  withAwaitHint(explainedStart(options), 'startEmulator()', ['url', 'clock', 'user', 'bot', 'group', 'perform', 'stop'])

async function start(options: StartOptions = {}): Promise<RunningEmulator> {
  requireNode()
  requireOptions('startEmulator', options, ['port', 'file', 'world', 'keepAlive'])
  const { port, file, world, keepAlive = false } = options
  if (port !== undefined && !isPort(Number(port))) throw wrong('port', 'a number from 0 to 65535', port)
  const emulator = createEmulator({ file })
  try {
    if (world) await layOut(emulator.perform, world)
    const server = await listen(emulator, { port, background: !keepAlive })
    let stopping: Promise<void> | undefined
    const stop = () => {
      stopping ??= server.close().then(emulator.close)
      return stopping
    }
    const running = directClient(emulator, server.url)
    const client = deferredClient(() => {
      if (stopping) throw stopped()
      return running
    })
    const stage = stageOver(client, server.url, 0)
    const reset = async () => {
      await layOutAgain(client, world ?? {})
      await stage.startAgain()
    }
    return explained({ ...stage, port: server.port, stop, reset, [Symbol.asyncDispose]: stop })
  } catch (error) {
    await emulator.close()
    throw error
  }
}

/** The database module ends the process of an older Node without a message. */
function requireNode() {
  const { node } = process.versions
  if (node.localeCompare(NEEDED_NODE, 'en', { numeric: true }) >= 0) return
  throw new Problem(
    'old-node',
    `bot-emulator needs Node ${NEEDED_NODE} or newer, and this is Node ${node}.`,
    'Install a newer one; in a project: npm install --save-dev node@24',
  )
}

const isPort = (port: number) => Number.isInteger(port) && port >= 0 && port <= 65_535

export interface ConnectOptions {
  /** What an emulator asks for that listens beyond its machine. */
  token?: string
}

/** The same over HTTP. What bots write counts from now on. */
export const connectEmulator: (url: string, options?: ConnectOptions) => Promise<Stage> = explained({ connect }).connect

async function connect(url: string, options: ConnectOptions = {}): Promise<Stage> {
  const client = httpClient(url, options)
  const { last_event } = await client.health()
  return stageOver(client, url.replace(/\/+$/, ''), last_event)
}
