// The keyboard listened to: strokes as they come, a lone Escape once nothing has followed it.

import { createKeyboard, type Stroke } from '../terminal/keyboard.ts'

const ESCAPE_MS = 25

export function listenToKeys(stdin: NodeJS.ReadStream, struck: (stroke: Stroke) => void): () => void {
  const keyboard = createKeyboard()
  let lone: NodeJS.Timeout | undefined

  function typed(chunk: string) {
    clearTimeout(lone)
    for (const stroke of keyboard.push(chunk)) struck(stroke)
    if (keyboard.waits()) lone = setTimeout(() => keyboard.flush().forEach(struck), ESCAPE_MS)
  }

  stdin.setEncoding('utf8')
  stdin.on('data', typed)
  stdin.resume()
  return () => {
    clearTimeout(lone)
    stdin.off('data', typed)
    stdin.pause()
  }
}
