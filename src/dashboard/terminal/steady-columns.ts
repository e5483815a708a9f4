// Terminals disagree about the cells of joined emoji and of vowel signs. After each of those the column is written out,
// so that what follows, such as the edge of a pane, stands where it belongs on all of them.

import stringWidth from 'string-width'

const segmenter = new Intl.Segmenter()
const PART =
  /\u001b\[[\d;?<>=]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[^[\]]|[\r\n]|[^\u001b\r\n]+/g
const UNSURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{M}|[\u200c\u200d]/u

/** Takes what is written to the terminal piece by piece, and keeps the column from one to the next. */
export function steadyColumns(): (written: string) => string {
  let column = 0
  const move = (sequence: string) => {
    const [, args = '', final] = /^\u001b\[([\d;]*)(.)$/.exec(sequence) ?? []
    if (final === 'G') column = Number(args || 1) - 1
    else if (final === 'H') column = Number(args.split(';')[1] || 1) - 1
    else if (final === 'E' || final === 'F') column = 0
    return sequence
  }
  const print = (text: string) => {
    if (!UNSURE.test(text)) {
      column += stringWidth(text)
      return text
    }
    let printed = ''
    for (const { segment } of segmenter.segment(text)) {
      column += stringWidth(segment)
      printed += UNSURE.test(segment) ? `${segment}\u001b[${column + 1}G` : segment
    }
    return printed
  }
  return (written) =>
    written.replace(PART, (part) => {
      if (part === '\n' || part === '\r') {
        column = 0
        return part
      }
      return part.startsWith('\u001b') ? move(part) : print(part)
    })
}
