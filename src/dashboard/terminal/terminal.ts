// The terminal taken over and given back: the other screen, raw keys, pasting, the clipboard.

import type { ReadStream, WriteStream } from 'node:tty'

export interface Terminal {
  take(): void
  /** May be called more than once, and from anywhere: nothing stays behind. */
  giveBack(): void
  clear(): void
  write(text: string): void
  /** Puts a text on the clipboard of whoever sits before the terminal. */
  copy(text: string): void
}

const ESC = '\u001b'
const ENTER = `${ESC}[?1049h${ESC}[?2004h${ESC}[?25l${ESC}[?7l${ESC}[2J${ESC}[H`
const LEAVE = `${ESC}[?7h${ESC}[?2004l${ESC}[?1049l${ESC}[?25h${ESC}[0m`
const CLEAR = `${ESC}[2J${ESC}[H`
/** Terminals drop a longer one. */
const MAX_COPIED_BYTES = 74_994

export function createTerminal(stdin: ReadStream, stdout: WriteStream, spoken: boolean): Terminal {
  let isTaken = false
  return {
    take() {
      isTaken = true
      stdin.setRawMode(true)
      if (!spoken) stdout.write(ENTER)
    },
    giveBack() {
      if (!isTaken) return
      isTaken = false
      stdin.setRawMode(false)
      stdout.write(spoken ? '\n' : LEAVE)
    },
    clear: () => void (spoken || stdout.write(CLEAR)),
    write: (text) => void stdout.write(text),
    copy: (text) => void stdout.write(clipboard(text)),
  }
}

/** OSC 52, wrapped for tmux, which else keeps it to itself. */
function clipboard(text: string): string {
  const bytes = Buffer.from(text).subarray(0, Math.floor(MAX_COPIED_BYTES / 4) * 3)
  const sequence = `${ESC}]52;c;${bytes.toString('base64')}\u0007`
  return process.env.TMUX ? `${ESC}Ptmux;${sequence.replaceAll(ESC, ESC + ESC)}${ESC}\\` : sequence
}
