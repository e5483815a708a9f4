// What the terminal is left with: after the end, a signal, a crash, a suspension, and at every size.

import { execFileSync } from 'node:child_process'
import { describe, expect, onTestFinished } from 'vitest'
import { emptyFolder } from '../../helpers/program.ts'
import { dashboard, PROGRAM, TOKEN } from './stage/program.ts'
import { onTerminal, type Pane, pane } from './stage/tmux.ts'

const MODES = '#{alternate_on} #{cursor_flag} #{wrap_flag} #{mouse_any_flag}'
const AS_BEFORE = '0 1 1 0'
const SHOWN = '1 0 0 1'

/** The dashboard's own process, a child of the shell in the pane. */
function processOf(pid: string): number {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', pid]).toString()
  return Number(/^\s*(\d+) .*bot-emulator/m.exec(children)![1])
}

onTerminal('takes the other screen, and gives the terminal back at the end', async () => {
  const { screen } = await dashboard(120, 24)
  expect(await screen.ask(MODES)).toBe(SHOWN)
  await screen.press('C-c')
  await screen.until('ended with 0')
  await screen.until(`Go on with it: npx bot-emulator start --port 0 --token 42:`)
  expect(await screen.ask(MODES)).toBe(AS_BEFORE)
  await screen.type('echo typed')
  await screen.press('Enter')
  await screen.until('\ntyped')
})

onTerminal('draws its first frame where it belongs, and keeps what is typed before it', async () => {
  const screen = await pane(120, 40, `cd ${emptyFolder()}; ${PROGRAM} start --memory --port 0`)
  await screen.type('xxx')
  await screen.until('Alice › xxx▏')
  const [header, edge] = await screen.rows()
  expect(header).toMatch(/^ bot-emulator {2}127\.0\.0\.1:\d+ /)
  expect(edge).toMatch(/^╭ you are Alice/)
})

onTerminal.each([
  ['TERM', 143],
  ['HUP', 129],
  ['INT', 130],
] as const)('gives the terminal back after SIG%s', async (signal, code) => {
  const { screen } = await dashboard(80, 24)
  process.kill(processOf(await screen.ask('#{pane_pid}')), `SIG${signal}`)
  await screen.until(`ended with ${code}`)
  expect(await screen.ask(MODES)).toBe(AS_BEFORE)
})

/** The emulator's own process, whose parent is the one with the screen. */
const serverOf = async (screen: Pane) => {
  const pid = processOf(await screen.ask('#{pane_pid}'))
  return { pid, server: processOf(String(pid)) }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const gone = (pid: number) => expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)

onTerminal('gives the terminal back when the screen crashes, says why, and goes on with plain lines', async () => {
  const crash = `data:text/javascript,process.connected||setTimeout(()=>{throw%20new%20Error('on%20purpose')},5000)`
  const { screen, url } = await dashboard(80, 24, '', { NODE_OPTIONS: `--import=${crash}` })
  const { server } = await serverOf(screen)
  await screen.until('The emulator keeps running')
  expect(await screen.text()).toContain('Error: on purpose')
  expect(await screen.ask(MODES)).toBe(AS_BEFORE)
  await fetch(`${url}/bot${TOKEN}/getMe`)
  await screen.until('getMe')
  await screen.press('C-c')
  await screen.until('ended with 130')
  await gone(server)
})

onTerminal('leaves neither process alone when the other is killed', async () => {
  const first = await dashboard(80, 24)
  const whole = await serverOf(first.screen)
  process.kill(whole.server, 'SIGKILL')
  expect(await first.screen.until('ended with 137')).toContain('The emulator ended with exit code 137.')
  expect(await first.screen.ask(MODES)).toBe(AS_BEFORE)
  await gone(whole.pid)

  const second = await dashboard(80, 24)
  const { pid, server } = await serverOf(second.screen)
  process.kill(pid, 'SIGKILL')
  await second.screen.until('ended with 137')
  await gone(server)
})

onTerminal('ends both when the emulator is stopped from elsewhere, and when the terminal is closed', async () => {
  const first = await dashboard(80, 24)
  process.kill((await serverOf(first.screen)).server, 'SIGTERM')
  expect(await first.screen.until('ended with 143')).toMatch(/^The emulator was stopped\.\nended with 143\n/)

  const second = await dashboard(80, 24)
  const { pid, server } = await serverOf(second.screen)
  await second.screen.close()
  await gone(pid)
  await gone(server)
})

onTerminal('says why the emulator has not started, and ends with its code', async () => {
  const { url, folder } = await dashboard(80, 24)
  const command = `cd ${folder} && ${PROGRAM} start --memory --port ${new URL(url).port}; echo "ended with $?"`
  const other = await pane(80, 24, command)
  await other.until('ended with 3')
  expect(await other.text()).toContain('in use')
})

onTerminal('goes into the background with Ctrl-Z, and comes back as it was', async () => {
  const { screen, url } = await dashboard(80, 24)
  await screen.type('half a sente')
  await screen.until('› half a sente▏')
  await screen.press('C-z')
  await screen.until('ended with')
  expect(await screen.ask(MODES)).toBe(AS_BEFORE)
  // The emulator answers meanwhile.
  expect((await fetch(`${url}/bot${TOKEN}/getMe`)).status).toBe(200)
  await screen.type('fg')
  await screen.press('Enter')
  await screen.until('› half a sente▏')
  expect(await screen.ask(MODES)).toBe(SHOWN)
  await screen.type('nce')
  await screen.until('› half a sentence▏')
})

onTerminal('has the size that the terminal got while it was in the background', async () => {
  const { screen } = await dashboard(120, 30)
  await screen.press('C-z')
  await screen.until('ended with')
  await screen.resize(80, 24)
  await screen.type('fg')
  await screen.press('Enter')
  await expect
    .poll(async () => {
      const rows = await screen.rows()
      return [rows[0], ...rows.slice(-2)]
    })
    .toEqual([
      expect.stringMatching(/^ 127\.0\.0\.1:\d+ .* real$/),
      expect.stringMatching(/^╰─+╯┗━+┛$/),
      expect.stringMatching(/F1 help$/),
    ])
})

/** Stops the program that reads the terminal. */
async function unread(screen: Pane) {
  const terminal = Number(await screen.ask('#{pid}'))
  process.kill(terminal, 'SIGSTOP')
  onTestFinished(() => void process.kill(terminal, 'SIGCONT'))
  return { readAgain: () => process.kill(terminal, 'SIGCONT') }
}

/** Calls enough to fill whatever a terminal keeps unread, some time apart, so that each makes a frame. */
async function busy(url: string) {
  for (let i = 0; i < 40; i++) {
    const calls = Array.from({ length: 10 }, () => fetch(`${url}/bot${TOKEN}/getMe`))
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(10).fill(200))
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
}

onTerminal('hears the mouse of a real terminal', async () => {
  const { screen } = await dashboard(120, 40)
  await screen.type('\u001b[<0;6;3M\u001b[<0;6;3m')
  await screen.until('write to Team')
})

onTerminal.each([
  ['--no-mouse', {}],
  ['', { BOT_EMULATOR_NO_MOUSE: 'true' }],
])('leaves the mouse to the terminal with %j %j', async (flags, env) => {
  const { screen } = await dashboard(80, 24, flags, env)
  expect(await screen.ask(MODES)).toBe('1 0 0 0')
})

onTerminal('freezes nothing where the terminal is not read, and shows what is now once it is', async () => {
  const { screen, url } = await dashboard(160, 40)
  const { readAgain } = await unread(screen)
  await busy(url)
  readAgain()
  await screen.until('400 calls')
  await screen.type('hello')
  await screen.until('› hello▏')
})

onTerminal('ends both on a signal where the terminal is not read', async () => {
  const { screen, url } = await dashboard(120, 40)
  const { pid, server } = await serverOf(screen)
  await unread(screen)
  await busy(url)
  process.kill(pid, 'SIGTERM')
  await gone(pid)
  await gone(server)
})

onTerminal('draws itself anew at every size, and never scrolls', async () => {
  const { screen } = await dashboard(120, 40)
  const sizes = [
    [60, 16],
    [200, 60],
    [80, 24],
    [30, 5],
    [120, 40],
  ] as const
  for (const [columns, rows] of sizes) {
    await screen.resize(columns, rows)
    await expect.poll(async () => edgesAreWhole(await screen.rows(), columns, rows), { timeout: 10_000 }).toBe(true)
    expect(await screen.ask('#{history_size}')).toBe('0')
  }
})

/** The header above, the hints below, and between them frames that reach from edge to edge. */
function edgesAreWhole(rows: readonly string[], columns: number, high: number): boolean {
  const text = rows.filter((row) => row !== '')
  if (rows.length !== high || !/refused/.test(rows[0]!)) return false
  if (high < 8) return true
  const tops = text.filter((row) => /[╭┏].*[╮┓]$/.test(row))
  const bottoms = text.filter((row) => /[╰┗].*[╯┛]$/.test(row))
  return tops.length === 1 && bottoms.length === 1 && [...tops[0]!].length === columns && /F1 help/.test(rows.at(-1)!)
}

describe('without a terminal', () => {
  onTerminal('writes plain lines, never an escape', async () => {
    const shell = await pane(
      80,
      24,
      `cd ${emptyFolder()}; ${PROGRAM} start --memory --port 0 > out 2> err & sleep 2; kill $!; cat out err | od -c | grep -c 033; cat out err`,
    )
    const text = await shell.until('Listening at')
    expect(text).toMatch(/^0$/m)
  })

  onTerminal('says that the dashboard needs one', async () => {
    const shell = await pane(80, 24, `${PROGRAM} dashboard --url http://127.0.0.1:1 < /dev/null; echo "ended with $?"`)
    await shell.until('The dashboard needs a terminal.')
  })
})

onTerminal('attaches to an emulator that runs elsewhere', async () => {
  const { screen, url } = await dashboard(120, 40)
  const other = await pane(80, 24, `${PROGRAM} dashboard --url ${url}; echo "ended with $?"`)
  await other.until('Enter starts the bot')
  await other.press('Enter')
  await other.until('/start')
  await other.type('said from the other one')
  await other.press('Enter')
  await screen.until('said from the other one')
  await other.press('C-c')
  await other.until('ended with 0')
  await screen.press('C-c')
  await screen.until('ended with 0')
})

onTerminal('says so when the emulator goes away', async () => {
  const { screen, url } = await dashboard(120, 40)
  const other = await pane(80, 24, `${PROGRAM} dashboard --url ${url}; echo "ended with $?"`)
  await other.until('Enter starts the bot')
  await screen.press('C-c')
  await other.until('connection lost')
})

onTerminal('speaks line after line to a screen reader', async () => {
  const { screen } = await dashboard(80, 24, '', { INK_SCREEN_READER: 'true' })
  expect(await screen.ask('#{alternate_on}')).toBe('0')
  await screen.type('hello')
  await screen.until('hello▏')
  expect(await screen.text()).not.toMatch(/[╭┏│┃]/)
})

onTerminal('draws no colour where NO_COLOR is set, and still says everything', async () => {
  const { screen } = await dashboard(80, 24, '', { NO_COLOR: '1' })
  await screen.until('F1 help')
})
