// A text for the clipboard of whoever sits before the terminal.

import { spawn } from 'node:child_process'

const ESC = '\u001b'
/** Terminals drop a longer one. */
const MAX_BYTES = 74_994

/** By tmux where it runs, which says whether it has taken it; else by OSC 52, to which no terminal answers. */
export async function toClipboard(
  text: string,
  write: (sequence: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<'copied' | 'sent'> {
  if (env.TMUX && (await loadedByTmux(text))) return 'copied'
  const bytes = Buffer.from(text).subarray(0, Math.floor(MAX_BYTES / 4) * 3)
  write(`${ESC}]52;c;${bytes.toString('base64')}\u0007`)
  return 'sent'
}

/** Its own buffer, and with -w the clipboard of the terminal around it. */
const loadedByTmux = (text: string) =>
  new Promise<boolean>((resolve) => {
    const tmux = spawn('tmux', ['load-buffer', '-w', '-'], { stdio: ['pipe', 'ignore', 'ignore'] })
    tmux.on('error', () => resolve(false))
    tmux.on('close', (code) => resolve(code === 0))
    tmux.stdin.on('error', () => {})
    tmux.stdin.end(text)
  })
