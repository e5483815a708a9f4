// The dashboard from its first frame to its end: one state, one terminal, one client.

import type { Client } from '../client/client.ts'
import { createClock } from '../lib/clock.ts'
import type { Frames } from './app.ts'
import { runEffect } from './effects.ts'
import { createKeyboard } from './keyboard.ts'
import { lookFrom } from './look.ts'
import { createRecorder, type WriteScenario } from './recorder.ts'
import { type Happened, reduce } from './reducer.ts'
import { createRows, type Rows } from './rows.ts'
import { initialState, type State } from './state.ts'
import { createSync } from './sync.ts'
import { createTerminal } from './terminal.ts'
import { toAnsi } from './theme.ts'
import { screen } from './view/screen.ts'

export interface DashboardOptions {
  client: Client
  url: string
  ascii?: boolean
  /** Who I was and where, from the last time. */
  last?: { me: string | null; open: string | null }
  remember?(who: { me: string | null; open: string | null }): void
  writeScenario?: () => Promise<WriteScenario>
}

const TICK_MS = 500
const ESCAPE_MS = 25
/** A Windows console scrolls when its last row is written. */
const SPARE_ROWS = process.platform === 'win32' ? 1 : 0

/** Resolves once the person quits, with the exit code. */
export async function runDashboard(options: DashboardOptions): Promise<number> {
  const { stdin, stdout } = process
  const { client, url } = options
  const look = lookFrom(process.env, options.ascii ?? false)
  const clock = createClock()
  const terminal = createTerminal(stdin, stdout, look.spoken)
  const recorder = createRecorder(client, options.writeScenario)
  const stop = new AbortController()
  const size = () => ({ columns: stdout.columns || 80, rows: (stdout.rows || 24) - SPARE_ROWS })
  let state = initialState({ size: size(), look, url, nowMs: clock.ms(), ...options.last })
  let shown: { rows: Rows; unmount?: () => void } | undefined

  const painter = createPainter(() => state)
  const dispatch = (happened: Happened) => {
    const { state: after, effects } = reduce(state, happened)
    const isNew = after !== state
    state = after
    for (const effect of effects) runEffect(surroundings, effect)
    if (isNew) painter.soon()
  }

  const sync = createSync({ client, recorder, state: () => state, dispatch, nowMs: clock.ms })
  let ended: (code: number) => void
  const end = new Promise<number>((resolve) => {
    ended = resolve
  })

  const redraw = () => {
    shown?.rows.forget()
    terminal.clear()
    painter.again()
  }
  const surroundings = {
    client,
    sync,
    terminal,
    recorder,
    state: () => state,
    dispatch,
    remember: options.remember ?? (() => {}),
    redraw,
    suspend: () => suspend(),
    quit: () => ended(0),
  }

  const keyboard = createKeyboard()
  let lone: NodeJS.Timeout | undefined
  const typed = (chunk: string) => {
    clearTimeout(lone)
    for (const stroke of keyboard.push(chunk)) dispatch({ type: 'stroke', stroke })
    if (keyboard.waits()) {
      lone = setTimeout(() => {
        for (const stroke of keyboard.flush()) dispatch({ type: 'stroke', stroke })
      }, ESCAPE_MS)
    }
  }

  async function show() {
    terminal.take()
    stdin.setEncoding('utf8')
    stdin.on('data', typed)
    stdin.resume()
    const rows = createRows(terminal.write)
    shown = { rows }
    // The first frame does not wait until Ink has loaded.
    if (!look.spoken) rows.paint(painter.rows().join('\n'))
    // Ink writes nothing where CI is set; whoever sits before a terminal wants to hear something.
    process.env.CI = 'false'
    const { mount, mountSpoken } = await import('./mount.ts')
    if (shown?.rows !== rows) return
    shown.unmount = look.spoken ? mountSpoken(painter, stdout, stdin) : mount(painter, rows, stdout, stdin)
  }

  function hide() {
    shown?.rows.mute()
    shown?.unmount?.()
    shown = undefined
    stdin.off('data', typed)
    stdin.pause()
    terminal.giveBack()
  }

  function suspend() {
    if (process.platform === 'win32') return
    hide()
    process.once('SIGCONT', () => void show())
    process.kill(process.pid, 'SIGTSTP')
  }

  const resized = () => {
    dispatch({ type: 'resized', ...size() })
    redraw()
  }
  const crashed = (error: unknown) => {
    hide()
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(70)
  }
  const gone = () => terminal.giveBack()
  const tick = setInterval(() => dispatch({ type: 'tick', nowMs: clock.ms() }), TICK_MS)

  process.on('exit', gone)
  process.on('uncaughtException', crashed)
  process.on('unhandledRejection', crashed)
  stdout.on('resize', resized)
  const signals = { SIGTERM: 143, SIGHUP: 129, SIGINT: 130 } as const
  const stopped = Object.entries(signals).map(([signal, code]) => {
    const listener = () => ended(code)
    process.on(signal, listener)
    return () => process.off(signal, listener)
  })
  const following = show().then(() => sync.follow(stop.signal), crashed)
  const code = await end
  stop.abort()
  clearInterval(tick)
  painter.stop()
  hide()
  void following
  for (const off of stopped) off()
  stdout.off('resize', resized)
  process.off('uncaughtException', crashed)
  process.off('unhandledRejection', crashed)
  process.off('exit', gone)
  return code
}

/** Merges whatever happens in one turn, and in a flood in one frame, into one drawing. */
function createPainter(state: () => State): Frames & { soon(): void; again(): void; stop(): void } {
  const listeners = new Set<() => void>()
  const draw = () => screen(state()).map((one) => toAnsi(one, state().look))
  let rows: readonly string[] = draw()
  let waiting: NodeJS.Timeout | undefined
  const paint = () => {
    waiting = undefined
    rows = draw()
    for (const listener of listeners) listener()
  }
  return {
    rows: () => rows,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    soon() {
      waiting ??= setTimeout(paint, FRAME_MS)
    },
    again() {
      clearTimeout(waiting)
      paint()
    },
    stop: () => clearTimeout(waiting),
  }
}

const FRAME_MS = 12
