// A pseudo-terminal that a test can type into and read: tmux, on a server of its own.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { onTestFinished } from '../../../helpers/finished.ts'
import { isHere } from '../../../helpers/programs.ts'

const run = promisify(execFile)
let servers = 0

/** A test on a real terminal, left out where there is no tmux. */
export const onTerminal = it.runIf(isHere('tmux'))

export interface Pane {
  /** Keys by tmux's names, one after another. */
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  rows(): Promise<string[]>
  text(): Promise<string>
  /** Waits until the screen holds it; fails with the screen when it never does. */
  until(what: string | RegExp): Promise<string>
  gone(what: string | RegExp): Promise<void>
  resize(columns: number, rows: number): Promise<void>
  /** What tmux knows of the pane, by its formats. */
  ask(format: string): Promise<string>
  /** Closes the terminal, as its window would be. */
  close(): Promise<void>
}

export async function pane(
  columns: number,
  rows: number,
  command: string,
  env: Record<string, string> = {},
): Promise<Pane> {
  const server = `bot-emulator-${process.pid}-${++servers}`
  const tmux = async (...args: string[]) => (await run('tmux', ['-L', server, '-f', '/dev/null', ...args])).stdout
  onTestFinished(async () => {
    await tmux('kill-server').catch(() => {})
  })
  const { PATH = '', HOME = '' } = process.env
  const given = { PATH, HOME, TERM: 'xterm-256color', LANG: 'C.UTF-8', TZ: 'UTC', ...env }
  const sets = Object.entries(given).map(([name, value]) => `${name}=${quoted(value)}`)
  const size = ['-x', String(columns), '-y', String(rows)]
  await tmux('new-session', '-d', ...size, `env -i ${sets.join(' ')} sh`)
  await tmux('send-keys', '-l', `PS1='$ '; clear; ${command}`)
  await tmux('send-keys', 'Enter')

  const text = () => tmux('capture-pane', '-p')
  const holds = (screen: string, what: string | RegExp) =>
    typeof what === 'string' ? screen.includes(what) : what.test(screen)
  const here: Pane = {
    async press(...keys) {
      for (const key of keys) await tmux('send-keys', key)
    },
    type: async (typed) => void (await tmux('send-keys', '-l', typed)),
    text,
    rows: async () => (await text()).replace(/\n$/, '').split('\n'),
    async until(what) {
      const seen = async () => {
        screen = await text()
        return holds(screen, what)
      }
      let screen = ''
      try {
        await expect.poll(seen, { timeout: 15_000, interval: 40 }).toBe(true)
      } catch {
        throw new Error(`${what} never came to stand on the screen:\n${screen}`)
      }
      return screen
    },
    async gone(what) {
      await expect
        .poll(async () => holds(await text(), what), { timeout: 15_000, interval: 40 })
        .toBe(false)
        .catch(async () => {
          throw new Error(`${what} never went from the screen:\n${await text()}`)
        })
    },
    resize: async (wide, high) => void (await tmux('resize-window', '-x', String(wide), '-y', String(high))),
    ask: async (format) => (await tmux('display-message', '-p', format)).trim(),
    close: async () => void (await tmux('kill-server')),
  }
  return here
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
