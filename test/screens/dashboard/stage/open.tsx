// The dashboard on a real emulator and on the grid of a terminal, without a process of its own.

import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import chalk from 'chalk'
import { render } from 'ink'
import { expect, onTestFinished } from 'vitest'
import type { Client } from '../../../../src/control/client/client.ts'
import { httpClient } from '../../../../src/control/client/http-client.ts'
import { createClock } from '../../../../src/lib/clock.ts'
import { App } from '../../../../src/screens/dashboard/app.tsx'
import { lookFrom } from '../../../../src/screens/dashboard/look.ts'
import { followScreen } from '../../../../src/screens/dashboard/screen/follow.ts'
import { createScreen } from '../../../../src/screens/dashboard/screen/screen.ts'
import { screenStream } from '../../../../src/screens/dashboard/terminal/stdout.ts'
import { createModel } from '../../../../src/screens/model/model.ts'
import { grid } from './grid.ts'

const KEYS: Readonly<Record<string, string>> = {
  enter: '\r', esc: '\u001b', tab: '\t', 'shift-tab': '\u001b[Z', up: '\u001b[A', down: '\u001b[B', right: '\u001b[C',
  left: '\u001b[D', pgup: '\u001b[5~', pgdn: '\u001b[6~', home: '\u001b[H', end: '\u001b[F', f1: '\u001bOP',
  'ctrl-up': '\u001b[1;5A', 'ctrl-down': '\u001b[1;5B', backspace: '\u007f',
} // biome-ignore format: a table

const bytesOf = (key: string) =>
  KEYS[key] ?? key.replace(/^ctrl-(.)$/, (_, char: string) => String.fromCharCode(char.charCodeAt(0) - 96))

export interface Opening {
  url: string
  columns?: number
  rows?: number
  env?: NodeJS.ProcessEnv
  ascii?: boolean
  me?: string
  open?: string
  /** Replaces what differs from run to run: the address, how long calls took, and when the clock was set. */
  isSteady?: boolean
}

const steady = (client: Client): Client => ({
  ...client,
  health: async () => ({ ...(await client.health()), base_url: 'http://127.0.0.1:8081' }),
  async *events(query, signal) {
    for await (const event of client.events(query, signal))
      if (event.type === 'call') yield { ...event, call: { ...event.call, duration_ms: 4.2 } }
      else if (event.type !== 'clock') yield event
  },
})

/** Opens a dashboard that is closed when the test ends. */
export async function openDashboard({
  url,
  columns = 120,
  rows = 40,
  env = {},
  ascii = false,
  isSteady = false,
  ...options
}: Opening) {
  chalk.level = 3
  const terminal = grid(columns, rows)
  const look = lookFrom({ NO_COLOR: '1', LANG: 'C.UTF-8', ...env }, ascii)
  const model = createModel(isSteady ? steady(httpClient(url)) : httpClient(url), {
    nowMs: createClock().ms,
    undo: true,
    schedule: (apply) => setTimeout(apply),
  })
  const copied: string[] = []
  let hasQuit = false
  const screen = createScreen({
    model,
    look,
    last: { me: options.me ?? null, open: options.open ?? null },
    host: {
      async copy(text) {
        copied.push(text)
        return 'copied'
      },
      redraw() {},
      suspend() {},
      quit() {
        hasQuit = true
      },
      isStuck: () => false,
      nowMs: createClock().ms,
      remember() {},
      saveRecording: async () => {},
    },
  })
  let bytes = ''
  const stdout = Object.assign(new EventEmitter(), {
    columns,
    rows,
    isTTY: true,
    writable: true,
    writableLength: 0,
    write(text: string, done?: () => void) {
      bytes += text
      terminal.write(text).then(done)
      return true
    },
  })
  const keys = Object.assign(new PassThrough(), { isTTY: true, setRawMode() {}, ref() {}, unref() {} })
  const stop = new AbortController()
  const unfollow = followScreen(screen)
  const app = render(<App screen={screen} />, {
    stdout: screenStream(stdout as never, look.isAscii).stream,
    stdin: keys as never,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    incrementalRendering: true,
    maxFps: 1000,
    isScreenReaderEnabled: look.isSpoken,
  })
  const following = model.follow(stop.signal)
  onTestFinished(async () => {
    unfollow()
    stop.abort()
    app.unmount()
    await following
  })
  const settle = async () => {
    await app.waitUntilRenderFlush()
    await terminal.write('')
  }
  const text = () => terminal.rows().join('\n')
  const isShown = async (what: string | RegExp) => {
    await settle()
    const wrapped = text().replace(/\s*\n\s*/g, ' ')
    return typeof what === 'string' ? text().includes(what) || wrapped.includes(what) : what.test(text())
  }
  const waitFor = async (what: string | RegExp, isThere: boolean) => {
    await expect
      .poll(() => isShown(what), { timeout: 10_000, interval: 10 })
      .toBe(isThere)
      .catch(() => {
        throw new Error(`${what} is ${isThere ? 'not' : 'still'} on the screen:\n${text()}`)
      })
    return text()
  }
  const until = (what: string | RegExp) => waitFor(what, true)
  await until(/clock .*\d/)
  return {
    screen,
    model,
    text,
    rows: () => terminal.rows(),
    cells: () => terminal.cells(),
    scrolled: () => terminal.scrolled(),
    bytes: () => bytes,
    copied,
    hasQuit: () => hasQuit,
    until,
    settled: settle,
    gone: (what: string | RegExp) => waitFor(what, false),
    /** Keys by name; a text begins with a double quote. */
    async press(...names: string[]) {
      for (const name of names) {
        keys.write(name.startsWith('"') ? name.slice(1) : bytesOf(name))
        // A lone Escape is told from a sequence by the time that follows.
        await new Promise((resolve) => setTimeout(resolve, name === 'esc' ? 40 : 5))
        await settle()
      }
    },
    /** All keys in one chunk, as fast typing over a slow line. */
    async rush(...names: string[]) {
      keys.write(names.map((name) => (name.startsWith('"') ? name.slice(1) : bytesOf(name))).join(''))
      await new Promise((resolve) => setTimeout(resolve, 40))
      await settle()
    },
    async mouse(how: 'click' | 'up' | 'down', what: string) {
      const y = terminal.rows().findIndex((row) => row.includes(what))
      if (y < 0) throw new Error(`${what} is not on the screen:\n${text()}`)
      const x = terminal.rows()[y]!.indexOf(what)
      keys.write(`\u001b[<${{ click: 0, up: 64, down: 65 }[how]};${x + 1};${y + 1}M`)
      await new Promise((resolve) => setTimeout(resolve, 10))
      await settle()
    },
  }
}
