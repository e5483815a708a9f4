// Reads single keys and lines from the terminal, while no scenario is played.

/** Resolves to the next pressed key. Never resolves if stdin is not a terminal, or after the signal aborts. */
export function readKey(signal: AbortSignal): Promise<string> {
  const { stdin } = process
  return new Promise((resolve) => {
    if (!stdin.isTTY || signal.aborted) return
    const end = () => {
      stdin.off('data', onData)
      stdin.setRawMode(false)
      stdin.pause()
    }
    const onData = (data: Buffer) => {
      end()
      const key = String(data).charAt(0)
      // Ctrl-C sends its signal from here, because a terminal in raw mode does not send it.
      if (key === '\u0003') process.kill(process.pid, 'SIGINT')
      else resolve(key)
    }
    stdin.setRawMode(true)
    stdin.on('data', onData)
    signal.addEventListener('abort', end, { once: true })
    stdin.resume()
  })
}

/** Asks a question. Returns the typed line, or undefined if it is empty. */
export async function readLine(question: string): Promise<string | undefined> {
  const { createInterface } = await import('node:readline/promises')
  const line = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl-C must stop the process. Without this listener, readline would only pause the input.
  line.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  const text = (await line.question(question)).trim()
  line.close()
  return text || undefined
}
