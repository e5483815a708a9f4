// Runs the dashboard on a terminal, from its first frame to its end.

import chalk from 'chalk'
import { type Instance, render, type SuspendTerminal } from 'ink'
import { type Client, deferredClient } from '../../control/client/client.ts'
import { createClock } from '../../lib/clock.ts'
import { App } from './app.tsx'
import { createPictureView } from './effects/picture-view.ts'
import { pictureRoom } from './panes/layout.ts'
import { targetAt } from './panes/screen.ts'
import { createSession, type SessionOptions } from './session.ts'
import { copyToClipboard } from './terminal/clipboard.ts'
import { ASK_ATTRIBUTES, protocolOf, supportsSixel } from './terminal/graphics.ts'
import { keyStream } from './terminal/keyboard.ts'
import { screenStream } from './terminal/screen-stream.ts'
import { ASK_BACKGROUND, lookFrom, type Theme } from './text/style.ts'

export interface Connected {
  client: Client
  url: string
}

type OwnOptions = 'isPersistent' | 'last' | 'remember' | 'beginScenario' | 'explorer'

export interface DashboardOptions extends Pick<SessionOptions, OwnOptions> {
  /** Connects to the emulator. It is called after the first frame, so that the frame appears without delay. */
  connect(): Promise<Connected>
  ascii?: boolean
  theme?: Theme | 'auto'
  mouse?: boolean
  emulatorEnded?: AbortSignal
}

export type Ending = { code: number } | { crash: unknown }

const TICK_MS = 500
/** The maximum number of frames per second: enough to draw a typed key at once, even while events arrive. */
const MAX_FPS = 60
const SIGNALS = { SIGTERM: 143, SIGHUP: 129, SIGINT: 130 } as const
/** The maximum time that an exit waits for the last frame, because a terminal may have stopped reading. */
const EXIT_TIMEOUT_MS = 500

const CLEAR = '\u001b[2J\u001b[H'
const NO_WRAP = '\u001b[?7l'
const WRAP = '\u001b[?7h'
/** The sequence that makes the terminal report clicks and turns of the mouse wheel, with decimal coordinates. */
const MOUSE = '\u001b[?1000h\u001b[?1006h'
const NO_MOUSE = '\u001b[?1006l\u001b[?1000l'
const TERMS_WITHOUT_MOUSE = /^(linux|dumb)$/

export async function runDashboard(options: DashboardOptions): Promise<Ending> {
  const { connect, ascii = false, theme = 'auto', mouse = true, emulatorEnded } = options
  const { stdin, stdout } = process
  const look = lookFrom(process.env, ascii, theme === 'auto' ? undefined : theme)
  // At level 0, chalk would also remove attributes such as bold, which are used without colours too.
  if (look.colours === 'none') chalk.level = 1
  const clock = createClock()
  const firstFrame = Promise.withResolvers<void>()
  const connection = firstFrame.promise.then(connect)
  const stop = new AbortController()
  const controls: { suspend?: SuspendTerminal } = {}
  let app: Instance | undefined
  let hasSixel = false
  const { promise: ended, resolve: end } = Promise.withResolvers<Ending>()

  const session = createSession({
    ...options,
    client: deferredClient(async () => (await connection).client),
    url: '',
    look,
    hasMouse: mouse && !look.isSpoken && !TERMS_WITHOUT_MOUSE.test(process.env.TERM ?? ''),
    size: { columns: stdout.columns || 80, rows: stdout.rows || 24 },
    nowMs: clock.ms,
    copy: (text) => copyToClipboard(text, (sequence) => stdout.write(sequence)),
    mouse: (isOn) => stdout.write(isOn ? MOUSE : NO_MOUSE),
    redraw,
    suspend: () => void suspend().catch(endByCrash),
    quit: () => end({ code: 0 }),
  })
  const screen = screenStream(stdout)
  const keys = keyStream(
    stdin,
    (report) => {
      if (report.type === 'background') session.dispatch(report)
      else if (report.type === 'attributes') hasSixel = supportsSixel(report.attributes)
      else if (report.type === 'key') session.dispatch({ type: 'stroke', stroke: { key: report.key } })
      else session.dispatch({ type: 'mouse', how: report.how, at: targetAt(session.state(), report.x, report.y) })
    },
    () => stdout.write((theme === 'auto' && look.colours !== 'none' ? ASK_BACKGROUND : '') + ASK_ATTRIBUTES),
  )
  const unstuckSession = {
    ...session,
    // While the terminal does not read, changes are not drawn, because their frames would pile up in memory.
    subscribe: (listener: () => void) => session.subscribe(() => void (screen.isStuck() || listener())),
  }
  const tree = <App session={unstuckSession} controls={controls} />

  session.subscribe(
    createPictureView({
      ...session,
      file: async (id) => (await connection).client.file(id),
      whenDrawn: async () => app?.waitUntilRenderFlush(),
      write: (text) => stdout.write(text),
      redraw,
      room: () => pictureRoom(session.state()),
      protocol: () => (look.isSpoken ? null : protocolOf(process.env, hasSixel)),
    }),
  )

  function enter() {
    // Raw mode prevents the terminal from echoing typed text and its own answers into the frame.
    stdin.setRawMode(true)
    if (!look.isSpoken) stdout.write(NO_WRAP + (session.state().hasMouse ? MOUSE : ''))
  }

  function leave() {
    if (!look.isSpoken) stdout.write(NO_MOUSE + WRAP)
  }

  function redraw() {
    if (look.isSpoken || !app) return
    stdout.write(CLEAR)
    app.clear()
    app.rerender(tree)
  }

  async function suspend() {
    if (process.platform === 'win32' || !controls.suspend) return
    const suspension = await controls.suspend()
    leave()
    process.once('SIGCONT', () => {
      enter()
      const resumed = suspension.resume().then(redraw)
      // A suspended process misses changes of the terminal's size, so the process now sends itself the signal for them.
      resumed.then(() => process.kill(process.pid, 'SIGWINCH')).catch(endByCrash)
    })
    process.kill(process.pid, 'SIGTSTP')
  }

  for (const stream of [stdout, process.stderr]) unblock(stream)
  // `enter` throws if the terminal is already closed. At this point, nothing has started that would need cleanup.
  enter()
  process.once('exit', leave)
  const endByCrash = (crash: unknown) => end({ crash })
  const removeListeners = listenTo(process, {
    uncaughtException: endByCrash,
    unhandledRejection: endByCrash,
    ...Object.fromEntries(Object.entries(SIGNALS).map(([signal, code]) => [signal, () => end({ code })])),
  })
  const tick = setInterval(() => session.dispatch({ type: 'tick', nowMs: clock.ms() }), TICK_MS)

  app = render(tree, {
    stdout: screen.stream,
    stdin: keys,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    alternateScreen: !look.isSpoken,
    incrementalRendering: true,
    maxFps: MAX_FPS,
    kittyKeyboard: { mode: 'auto' },
    isScreenReaderEnabled: look.isSpoken,
  })
  firstFrame.resolve()
  app.waitUntilExit().catch(endByCrash)
  stdout.on('resize', redraw)
  emulatorEnded?.addEventListener('abort', () => end({ code: 0 }))
  connection
    .then(({ url }) => {
      session.dispatch({ type: 'connected', url })
      return session.follow(stop.signal)
    })
    .catch((error) => emulatorEnded?.aborted || endByCrash(error))

  const ending = await ended
  stop.abort()
  clearInterval(tick)
  stdout.off('resize', redraw)
  leave()
  process.off('exit', leave)
  app.unmount()
  if (look.isSpoken) stdout.write('\n')
  await Promise.race([
    app.waitUntilExit().catch(() => {}),
    new Promise((resolve) => setTimeout(resolve, EXIT_TIMEOUT_MS).unref()),
  ])
  removeListeners()
  return ending
}

/** Makes writes asynchronous. A synchronous write would block the process while the terminal does not read. */
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
