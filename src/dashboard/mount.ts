// Ink put before the terminal; loaded only once the first frame stands there.

import { render } from 'ink'
import { createElement } from 'react'
import { App, type Frames } from './app.ts'
import type { Rows } from './rows.ts'

/**
 * Ink lays the frame out, and the rows that changed are written here: its own way of writing erases the whole
 * screen where a frame is as high as the terminal, and is a row off where it is not (6.8, incremental).
 */
export function mount(frames: Frames, rows: Rows, stdout: NodeJS.WriteStream, stdin: NodeJS.ReadStream): () => void {
  const own = {
    isTTY: true,
    get columns() {
      return stdout.columns
    },
    get rows() {
      return stdout.rows
    },
    write: (frame: string) => {
      rows.paint(frame)
      return true
    },
    on() {},
    off() {},
  }
  const ink = render(createElement(App, { frames }), {
    stdout: own as unknown as NodeJS.WriteStream,
    stdin,
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  })
  return ink.unmount
}

/** For a screen reader Ink writes itself, line after line. */
export function mountSpoken(frames: Frames, stdout: NodeJS.WriteStream, stdin: NodeJS.ReadStream): () => void {
  const options = { stdout, stdin, exitOnCtrlC: false, patchConsole: false, isScreenReaderEnabled: true }
  return render(createElement(App, { frames }), options).unmount
}
