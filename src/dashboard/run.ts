// The dashboard on a terminal, from its first frame to its end: shown, suspended, resized, crashed, quit.

import type { Client } from '../client/client.ts'
import { createClock } from '../lib/clock.ts'
import type { BeginScenario } from './recorder.ts'
import { createSession, type Who } from './session.ts'
import { listenToKeys } from './state/typing.ts'
import { lookFrom } from './terminal/look.ts'
import { createPainter, type Painter } from './terminal/painter.ts'
import { createRows, type Rows } from './terminal/rows.ts'
import { createTerminal } from './terminal/terminal.ts'

export interface DashboardOptions {
  client: Client
  url: string
  ascii?: boolean
  last?: Who | undefined
  remember?(who: Who): void
  beginScenario?: BeginScenario | undefined
}

const TICK_MS = 500
const CRASHED = 70
const SIGNALS = { SIGTERM: 143, SIGHUP: 129, SIGINT: 130 } as const
/** A Windows console scrolls when its last row is written. */
const SPARE_ROWS = process.platform === 'win32' ? 1 : 0

/** Resolves once the person quits or a signal comes, with the exit code. */
export async function runDashboard({
  client,
  url,
  ascii = false,
  last,
  remember,
  beginScenario,
}: DashboardOptions): Promise<number> {
  const { stdin, stdout } = process
  const look = lookFrom(process.env, ascii)
  const clock = createClock()
  const terminal = createTerminal(stdin, stdout, look.spoken)
  const stop = new AbortController()
  const sizeNow = () => ({ columns: stdout.columns || 80, rows: (stdout.rows || 24) - SPARE_ROWS })
  let shown: Shown | undefined
  let ended: (code: number) => void
  const end = new Promise<number>((resolve) => {
    ended = resolve
  })

  const session = createSession({
    client,
    url,
    look,
    last,
    beginScenario,
    size: sizeNow(),
    nowMs: clock.ms,
    copy: terminal.copy,
    remember: remember ?? (() => {}),
    redraw,
    suspend,
    quit: () => ended(0),
    changed: () => painter.soon(),
  })
  const painter = createPainter(session.state)

  async function show() {
    terminal.take()
    const deaf = listenToKeys(stdin, (stroke) => session.dispatch({ type: 'stroke', stroke }))
    const rows = createRows(terminal.write)
    shown = { rows, deaf, unmount: look.spoken ? await mounted(painter) : painted(painter, rows) }
  }

  function hide() {
    shown?.unmount()
    shown?.deaf()
    shown = undefined
    terminal.giveBack()
  }

  function redraw() {
    shown?.rows.forget()
    terminal.clear()
    painter.now()
  }

  function suspend() {
    if (process.platform === 'win32') return
    hide()
    process.once('SIGCONT', () => {
      session.dispatch({ type: 'resized', ...sizeNow() })
      painter.now()
      show().catch(crashed)
    })
    process.kill(process.pid, 'SIGTSTP')
  }

  function resized() {
    session.dispatch({ type: 'resized', ...sizeNow() })
    redraw()
  }

  function crashed(error: unknown) {
    hide()
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(CRASHED)
  }

  const off = listenTo(process, {
    exit: () => terminal.giveBack(),
    uncaughtException: crashed,
    unhandledRejection: crashed,
    ...Object.fromEntries(Object.entries(SIGNALS).map(([signal, code]) => [signal, () => ended(code)])),
  })
  stdout.on('resize', resized)
  const tick = setInterval(() => session.dispatch({ type: 'tick', nowMs: clock.ms() }), TICK_MS)

  show()
    .then(() => session.follow(stop.signal))
    .catch(crashed)
  const code = await end
  stop.abort()
  clearInterval(tick)
  painter.stop()
  hide()
  stdout.off('resize', resized)
  off()
  return code
}

interface Shown {
  rows: Rows
  deaf(): void
  unmount(): void
}

/**
 * A frame is written row by row as it is. Ink would take 45 ms of the processor for each at 200 x 60, against 3, and
 * clears the whole screen whenever a frame is as high as the terminal.
 */
function painted(painter: Painter, rows: Rows): () => void {
  const paint = () => rows.paint(painter.rows())
  paint()
  return painter.subscribe(paint)
}

async function mounted(painter: Painter): Promise<() => void> {
  // Ink writes nothing where CI is set; whoever sits before a terminal wants to hear something.
  process.env.CI = 'false'
  const { mount } = await import('./mount.ts')
  return mount(painter, process.stdout, process.stdin)
}

// biome-ignore lint/suspicious/noExplicitAny: listeners of many kinds of events
type Listeners = Record<string, (...told: any[]) => void>

function listenTo(emitter: NodeJS.EventEmitter, listeners: Listeners): () => void {
  for (const [name, listener] of Object.entries(listeners)) emitter.on(name, listener)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) emitter.off(name, listener)
  }
}
