// Copies text to the clipboard of the user's terminal.

import { spawn } from 'node:child_process'

const ESC = '\u001b'
/** Terminals drop a longer OSC 52 sequence. */
const MAX_BYTES = 74_994

/** Copies by tmux, which reports success, else by OSC 52, which terminals do not answer. */
export async function copyToClipboard(
  text: string,
  write: (sequence: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<'copied' | 'sent'> {
  if (env.TMUX && (await copyByTmux(text))) return 'copied'
  const bytes = Buffer.from(text).subarray(0, Math.floor(MAX_BYTES / 4) * 3)
  write(`${ESC}]52;c;${bytes.toString('base64')}\u0007`)
  return 'sent'
}

/** Fills tmux's own buffer and, by `-w`, the clipboard of the terminal around tmux. */
const copyByTmux = (text: string) =>
  new Promise<boolean>((resolve) => {
    const tmux = spawn('tmux', ['load-buffer', '-w', '-'], { stdio: ['pipe', 'ignore', 'ignore'] })
    tmux.on('error', () => resolve(false))
    tmux.on('close', (code) => resolve(code === 0))
    tmux.stdin.on('error', () => {})
    tmux.stdin.end(text)
  })
