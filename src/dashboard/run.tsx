// The dashboard on a terminal, from its first frame to its end: shown, suspended, resized, crashed, quit.

import chalk from 'chalk'
import { type Instance, render, type SuspendTerminal } from 'ink'
import { type Client, deferredClient } from '../client/client.ts'
import { createClock } from '../lib/clock.ts'
import { App } from './app.tsx'
import { pictureView } from './effects/picture-view.ts'
import type { BeginScenario } from './effects/recorder.ts'
import { pictureRoom } from './panes/layout.ts'
import { targetAt } from './panes/screen.ts'
import { createSession, type Who } from './session.ts'
import { toClipboard } from './terminal/clipboard.ts'
import { ASK_ATTRIBUTES, knowsSixel, protocolOf } from './terminal/graphics.ts'
import { keyStream } from './terminal/keyboard.ts'
import { ASK_BACKGROUND, type Colours, lookFrom, type Theme } from './terminal/look.ts'
import { screenStream } from './terminal/screen-stream.ts'

export interface Connected {
  client: Client
  url: string
}

export interface DashboardOptions {
  /** Called once the first frame is drawn, which nothing else holds up. */
  connect(): Promise<Connected>
  ascii?: boolean
  /** The terminal is asked unless it is said here. */
  theme?: Theme | 'auto'
  mouse?: boolean
  /** Whether what is played stays when the emulator ends. */
  isKept?: boolean
  /** Ends it, as the emulator is no more. */
  gone?: AbortSignal
  last?: Who | undefined
  remember?(who: Who): void
  beginScenario?: BeginScenario | undefined
}

/** How it ended: with an exit code, or by a mistake of ours. */
export type Ending = { code: number } | { crash: unknown }

const TICK_MS = 500
/** Events are drawn at most 25 times a second; what a key changes need not wait for one of those frames. */
const MAX_FPS = 60
const SIGNALS = { SIGTERM: 143, SIGHUP: 129, SIGINT: 130 } as const
/** A terminal that is not read is not waited for any longer. */
const GOODBYE_MS = 500
/** Attributes are drawn without colours, too. */
const LEVELS = { none: 1, few: 2, full: 3 } as const satisfies Record<Colours, number>

const CLEAR = '\u001b[2J\u001b[H'
const NO_WRAP = '\u001b[?7l'
const WRAP = '\u001b[?7h'
/** Clicks and the wheel, with places as numbers. */
const MOUSE = '\u001b[?1000h\u001b[?1006h'
const NO_MOUSE = '\u001b[?1006l\u001b[?1000l'
const HAS_NO_MOUSE = /^(linux|dumb)$/

export async function runDashboard(options: DashboardOptions): Promise<Ending> {
  const { connect, ascii = false, theme = 'auto', mouse = true, isKept = true, gone, last, beginScenario } = options
  const { remember = () => {} } = options
  const { stdin, stdout } = process
  const look = lookFrom(process.env, ascii, theme === 'auto' ? undefined : theme)
  chalk.level = LEVELS[look.colours]
  const clock = createClock()
  const drawn = Promise.withResolvers<void>()
  const connected = drawn.promise.then(connect)
  const stop = new AbortController()
  const controls: { suspend?: SuspendTerminal } = {}
  let app: Instance | undefined
  let hasSixel = false
  const { promise: ended, resolve: end } = Promise.withResolvers<Ending>()

  const session = createSession({
    client: deferredClient(async () => (await connected).client),
    url: '',
    look,
    isKept,
    hasMouse: mouse && !look.spoken && !HAS_NO_MOUSE.test(process.env.TERM ?? ''),
    last,
    beginScenario,
    remember,
    size: { columns: stdout.columns || 80, rows: stdout.rows || 24 },
    nowMs: clock.ms,
    copy: (text) => toClipboard(text, (sequence) => stdout.write(sequence)),
    mouse: (isOn) => stdout.write(isOn ? MOUSE : NO_MOUSE),
    redraw,
    suspend: () => void suspend().catch(crashed),
    quit: () => end({ code: 0 }),
  })
  const screen = screenStream(stdout)
  const keys = keyStream(
    stdin,
    (said) => {
      if (said.type === 'background') session.dispatch(said)
      else if (said.type === 'attributes') hasSixel = knowsSixel(said.attributes)
      else if (said.type === 'key') session.dispatch({ type: 'stroke', stroke: { key: said.key } })
      else session.dispatch({ type: 'pointed', how: said.how, at: targetAt(session.state(), said.x, said.y) })
    },
    () => stdout.write((theme === 'auto' && look.colours !== 'none' ? ASK_BACKGROUND : '') + ASK_ATTRIBUTES),
  )
  const shown = {
    ...session,
    // A terminal that takes no frames gets none.
    subscribe: (listener: () => void) => session.subscribe(() => void (screen.isStuck() || listener())),
  }
  const tree = <App session={shown} controls={controls} />

  session.subscribe(
    pictureView({
      ...session,
      file: async (id) => (await connected).client.file(id),
      drawn: async () => app?.waitUntilRenderFlush(),
      write: (text) => stdout.write(text),
      redraw,
      room: () => pictureRoom(session.state()),
      protocol: () => (look.spoken ? null : protocolOf(process.env, hasSixel)),
    }),
  )

  function enter() {
    // What the terminal answers, and what is typed meanwhile, is not to be echoed into the frame.
    stdin.setRawMode(true)
    if (!look.spoken) stdout.write(NO_WRAP + (session.state().hasMouse ? MOUSE : ''))
  }

  function leave() {
    if (!look.spoken) stdout.write(NO_MOUSE + WRAP)
  }

  function redraw() {
    if (look.spoken || !app) return
    stdout.write(CLEAR)
    app.clear()
    app.rerender(tree)
  }

  function resumed() {
    redraw()
    // Of a new size the terminal has told only what was in the foreground.
    process.kill(process.pid, 'SIGWINCH')
  }

  async function suspend() {
    if (process.platform === 'win32' || !controls.suspend) return
    const suspension = await controls.suspend()
    leave()
    process.once('SIGCONT', () => {
      enter()
      suspension.resume().then(resumed).catch(crashed)
    })
    process.kill(process.pid, 'SIGTSTP')
  }

  for (const stream of [stdout, process.stderr]) unblock(stream)
  // A terminal that is gone already fails here, where nothing is left to be ended.
  enter()
  process.once('exit', leave)
  const crashed = (crash: unknown) => end({ crash })
  const off = listenTo(process, {
    uncaughtException: crashed,
    unhandledRejection: crashed,
    ...Object.fromEntries(Object.entries(SIGNALS).map(([signal, code]) => [signal, () => end({ code })])),
  })
  const tick = setInterval(() => session.dispatch({ type: 'tick', nowMs: clock.ms() }), TICK_MS)

  app = render(tree, {
    stdout: screen.stream,
    stdin: keys,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    alternateScreen: !look.spoken,
    incrementalRendering: true,
    maxFps: MAX_FPS,
    kittyKeyboard: { mode: 'auto' },
    isScreenReaderEnabled: look.spoken,
  })
  drawn.resolve()
  app.waitUntilExit().catch(crashed)
  stdout.on('resize', redraw)
  gone?.addEventListener('abort', () => end({ code: 0 }))
  connected
    .then(({ url }) => {
      session.dispatch({ type: 'connected', url })
      return session.follow(stop.signal)
    })
    .catch((error) => gone?.aborted || crashed(error))

  const ending = await ended
  stop.abort()
  clearInterval(tick)
  stdout.off('resize', redraw)
  leave()
  process.off('exit', leave)
  app.unmount()
  if (look.spoken) stdout.write('\n')
  await Promise.race([app.waitUntilExit().catch(() => {}), new Promise((done) => setTimeout(done, GOODBYE_MS).unref())])
  off()
  return ending
}

/** Node waits for a terminal that does not take what is written; then no signal and no key would be heard. */
function unblock(stream: object) {
  const { _handle: handle } = stream as { _handle?: { setBlocking?(isBlocking: boolean): void } }
  handle?.setBlocking?.(false)
}

type Listeners = Record<string, (cause: unknown) => void>

function listenTo(emitter: NodeJS.EventEmitter, listeners: Listeners): () => void {
  for (const [name, listener] of Object.entries(listeners)) emitter.on(name, listener)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) emitter.off(name, listener)
  }
}
