// What Ink draws of a state, on a real terminal's grid.

import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import chalk from 'chalk'
import { type Instance, render } from 'ink'
import type { ReactNode } from 'react'
import { Screen } from '../../../../src/screens/old-dashboard/app.tsx'
import type { State } from '../../../../src/screens/old-dashboard/state/state.ts'
import { fewerBytes, steadyColumns } from '../../../../src/screens/old-dashboard/terminal/screen-stream.ts'
import { type Grid, grid } from './grid.ts'

export interface Shown extends Grid {
  /** The rows as text, without what is empty at their ends. */
  text(): string
  bytes(): string
  /** Hears each piece that is written. */
  onWrite(hear: (text: string) => void): void
  keys: PassThrough
  instance: Instance
  /** Draws another state, or another tree. */
  draw(next: State | ReactNode): Promise<void>
  close(): void
}

const isState = (one: State | ReactNode): one is State => typeof one === 'object' && one !== null && 'composer' in one
const treeOf = (one: State | ReactNode) => (isState(one) ? <Screen state={one} /> : one)

export async function mounted(
  first: State | ReactNode,
  columns: number,
  rows: number,
  { isSpoken = false, maxFps = 1000, hasGrid = true } = {},
): Promise<Shown> {
  chalk.level = 3
  const terminal = grid(columns, rows)
  const steady = steadyColumns()
  const blanks = fewerBytes()
  let bytes = ''
  let hear = (_: string) => {}
  const stdout = Object.assign(new EventEmitter(), {
    columns,
    rows,
    isTTY: true,
    writable: true,
    write(text: string, done?: () => void) {
      bytes += text
      hear(text)
      if (hasGrid) terminal.write(blanks(steady(text))).then(done)
      else done?.()
      return true
    },
  })
  const keys = Object.assign(new PassThrough(), { isTTY: true, setRawMode() {}, ref() {}, unref() {} })
  const instance = render(treeOf(first), {
    stdout: stdout as unknown as NodeJS.WriteStream,
    stdin: keys,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    incrementalRendering: true,
    maxFps,
    isScreenReaderEnabled: isSpoken,
  })
  const settled = async () => {
    await instance.waitUntilRenderFlush()
    await terminal.write('')
  }
  await settled()
  return {
    ...terminal,
    bytes: () => bytes,
    onWrite(heard) {
      hear = heard
    },
    text: () =>
      `${terminal
        .rows()
        .map((row) => row.trimEnd())
        .join('\n')}\n`,
    keys,
    instance,
    async draw(next) {
      instance.rerender(treeOf(next))
      await settled()
    },
    close: () => instance.unmount(),
  }
}

/** The text of a state once drawn. */
export async function textOf(state: State): Promise<string> {
  const shown = await mounted(state, state.size.columns, state.size.rows, { isSpoken: state.look.isSpoken })
  const text = shown.text()
  shown.close()
  return text
}
