// The keyboard as Ink reads it, without what Ink has no name for: that is reported beside it.

import { PassThrough } from 'node:stream'
import type { ReadStream } from 'node:tty'

export type Report = { type: 'key'; key: string }

const PASTE = '\u001b\\[200~[\\s\\S]*?(?:\u001b\\[201~|$)'
const F1 = '\u001bOP|\u001b\\[\\[A|\u001b\\[11~|\u001b\\[P'
const PART = new RegExp(`${PASTE}|(?<f1>${F1})`, 'g')
const OPEN_PASTE = /\u001b\[200~(?![\s\S]*\u001b\[201~)/

export function keyStream(stdin: ReadStream, report: (report: Report) => void) {
  const keys = new PassThrough()
  keys.setEncoding('utf8')
  let isPasting = false

  function read(chunk: Buffer | string) {
    const text = String(chunk)
    if (isPasting) {
      isPasting = !text.includes('\u001b[201~')
      keys.write(text)
      return
    }
    isPasting = OPEN_PASTE.test(text)
    const left = text.replace(PART, (part, ...rest) => {
      const groups: Record<string, string | undefined> = rest.at(-1)
      if (groups.f1 === undefined) return part
      report({ type: 'key', key: 'f1' })
      return ''
    })
    if (left !== '') keys.write(left)
  }

  return Object.assign(keys, {
    isTTY: true,
    setRawMode(isRaw: boolean) {
      stdin.setRawMode(isRaw)
      stdin.off('data', read)
      if (isRaw) {
        stdin.setEncoding('utf8')
        stdin.on('data', read)
        stdin.resume()
      } else stdin.pause()
    },
    ref: () => stdin.ref(),
    unref: () => stdin.unref(),
  })
}
