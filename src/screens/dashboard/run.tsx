// Runs the dashboard on a terminal, from its first frame to its end.

import chalk from 'chalk'
import { type Instance, render, type SuspendTerminal } from 'ink'
import { type Client, deferredClient } from '../../control/client/client.ts'
import { createClock } from '../../lib/clock.ts'
import { createModel } from '../model/model.ts'
import { App } from './app.tsx'
import { lookFrom } from './look.ts'
import { followScreen } from './screen/follow.ts'
import { createPace } from './screen/pace.ts'
import { createScreen, type Host, type ScreenOptions } from './screen/screen.ts'
import { copyToClipboard } from './terminal/clipboard.ts'
import { screenStream, unblock } from './terminal/stdout.ts'

export interface DashboardOptions extends Pick<ScreenOptions, 'last' | 'notice'>, Pick<Host, 'remember'> {
  /** Connects to the emulator. It is called after the first frame, so that the frame appears without delay. */
  connect(): Promise<Client>
  ascii?: boolean
  mouse?: boolean
  emulatorEnded?: AbortSignal
  saveRecording(client: Client, id: string, path: string, flag: 'w' | 'wx'): Promise<void>
}

export type Ending = { code: number } | { crash: unknown }

/** The maximum number of frames per second: enough to draw a typed key at once, even while events arrive. */
const MAX_FPS = 60
const SIGNALS = { SIGTERM: 143, SIGHUP: 129, SIGINT: 130 } as const
/** The maximum time that an exit waits for the last frame, because a terminal may have stopped reading. */
const EXIT_TIMEOUT_MS = 300

const CLEAR = '\u001b[2J\u001b[H'
const NO_WRAP = '\u001b[?7l'
const WRAP = '\u001b[?7h'
/** The sequence that makes the terminal report clicks and turns of the mouse wheel, with decimal coordinates. */
const MOUSE = '\u001b[?1000h\u001b[?1006h'
const NO_MOUSE = '\u001b[?1006l\u001b[?1000l'
const TERMS_WITHOUT_MOUSE = /^(linux|dumb)$/

export async function runDashboard(options: DashboardOptions): Promise<Ending> {
  const { connect, ascii = false, mouse = true, last, notice, remember, emulatorEnded } = options
  const { stdin, stdout } = process
  const look = lookFrom(process.env, ascii)
  // At level 0, chalk would also remove attributes such as bold, which are used without colours too.
  if (!look.hasColours) chalk.level = 1
  const clock = createClock()
  const firstFrame = Promise.withResolvers<void>()
  const connection = firstFrame.promise.then(connect)
  const stop = new AbortController()
  const { promise: ended, resolve: end } = Promise.withResolvers<Ending>()
  const output = screenStream(stdout, look.isAscii)
  const controls: { suspend?: SuspendTerminal } = {}
  let app: Instance | undefined

  const hasMouse = mouse && !look.isSpoken && !TERMS_WITHOUT_MOUSE.test(process.env.TERM ?? '')
  const client = deferredClient(() => connection)
  const model = createModel(client, { nowMs: clock.ms, schedule: createPace(clock.ms), undo: true })
  const screen = createScreen({
    model,
    look,
    last,
    notice,
    host: {
      copy: (text) => copyToClipboard(text, (sequence) => stdout.write(sequence)),
      redraw,
      suspend: () => void suspend().catch(endByCrash),
      quit: () => end({ code: 0 }),
      isStuck: output.isStuck,
      nowMs: clock.ms,
      remember,
      saveRecording: (...file) => options.saveRecording(client, ...file),
    },
  })
  screen.size.value = { columns: stdout.columns || 80, rows: stdout.rows || 24 }

  const tree = <App screen={screen} controls={controls} />

  function enter() {
    // Raw mode prevents the terminal from echoing typed text into the frame.
    stdin.setRawMode(true)
    if (!look.isSpoken) stdout.write(NO_WRAP + (hasMouse ? MOUSE : ''))
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

  const endByCrash = (crash: unknown) => end({ crash })
  for (const stream of [stdout, process.stderr]) unblock(stream)
  // `enter` throws if the terminal is already closed. At this point, nothing has started that would need cleanup.
  enter()
  process.once('exit', leave)
  const listeners = [
    ['uncaughtException', endByCrash],
    ['unhandledRejection', endByCrash],
    ...Object.entries(SIGNALS).map(([signal, code]) => [signal, () => end({ code })] as const),
  ] as const
  for (const [name, listener] of listeners) process.on(name, listener)
  const unfollow = followScreen(screen)
  app = render(tree, {
    stdout: output.stream,
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
  connection.then(() => model.follow(stop.signal)).catch((error) => emulatorEnded?.aborted || endByCrash(error))

  const ending = await ended
  stop.abort()
  unfollow()
  stdout.off('resize', redraw)
  leave()
  process.off('exit', leave)
  app.unmount()
  if (look.isSpoken) stdout.write('\n')
  await Promise.race([
    app.waitUntilExit().catch(() => {}),
    new Promise((resolve) => setTimeout(resolve, EXIT_TIMEOUT_MS).unref()),
  ])
  for (const [name, listener] of listeners) process.off(name, listener)
  return ending
}
