// Copies text to the clipboard of the user's terminal.

import { spawn } from 'node:child_process'

/** The maximum number of base64 characters in an OSC 52 sequence. Terminals ignore longer sequences. */
const MAX_BYTES = 74_994

/**
 * Copies by tmux, which confirms the copy. Outside tmux, copies by OSC 52, which limits the length and never confirms.
 */
export async function copyToClipboard(text: string, write: (sequence: string) => void): Promise<'copied' | 'sent'> {
  if (process.env.TMUX && (await copyByTmux(text))) return 'copied'
  const bytes = Buffer.from(text).subarray(0, Math.floor(MAX_BYTES / 4) * 3)
  write(`\u001b]52;c;${bytes.toString('base64')}\u0007`)
  return 'sent'
}

/** Copies a text into tmux's own buffer and, because of `-w`, into the clipboard of the terminal in which tmux runs. */
const copyByTmux = (text: string) =>
  new Promise<boolean>((resolve) => {
    const tmux = spawn('tmux', ['load-buffer', '-w', '-'], { stdio: ['pipe', 'ignore', 'ignore'] })
    tmux.on('error', () => resolve(false))
    tmux.on('close', (code) => resolve(code === 0))
    tmux.stdin.on('error', () => {})
    tmux.stdin.end(text)
  })
