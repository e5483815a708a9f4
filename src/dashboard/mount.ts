// For a screen reader Ink writes the screen, line after line.

import { render } from 'ink'
import { createElement } from 'react'
import { App, type Frames } from './app.ts'

export function mount(frames: Frames, stdout: NodeJS.WriteStream, stdin: NodeJS.ReadStream): () => void {
  const options = { stdout, stdin, exitOnCtrlC: false, patchConsole: false, isScreenReaderEnabled: true }
  return render(createElement(App, { frames }), options).unmount
}
