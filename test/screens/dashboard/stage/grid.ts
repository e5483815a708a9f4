// A real terminal's grid, to see what a frame does to it.

import xterm, { type IBufferCell } from '@xterm/headless'
import stringWidth from 'string-width'

export interface Grid {
  write(text: string): Promise<void>
  /** The rows as they are shown, without the empty ends. */
  rows(): string[]
  /** The cells of each row. */
  cells(): IBufferCell[][]
  /** How many rows have scrolled away. */
  scrolled(): number
}

export function grid(columns: number, rows: number): Grid {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true })
  const wcwidth = (point: number) => stringWidth(String.fromCodePoint(point)) as 0 | 1 | 2
  terminal.unicode.register({
    version: 'now',
    wcwidth,
    charProperties: (point, before) => properties(wcwidth(point), before),
  })
  terminal.unicode.activeVersion = 'now'
  const { buffer } = terminal
  return {
    write: (text) => new Promise((done) => terminal.write(text, done)),
    rows: () =>
      Array.from({ length: terminal.rows }, (_, y) =>
        buffer.active.getLine(buffer.active.viewportY + y)!.translateToString(true),
      ),
    cells: () =>
      Array.from({ length: terminal.rows }, (_, y) => {
        const line = buffer.active.getLine(buffer.active.viewportY + y)!
        return Array.from({ length: terminal.cols }, (_, x) => line.getCell(x)!)
      }),
    scrolled: () => buffer.active.baseY,
  }
}

/** As xterm packs them: what has no width joins the cell before it. */
function properties(width: number, before: number): number {
  const widthBefore = (before >> 1) & 3
  const joins = width === 0 && before !== 0 && widthBefore !== 0
  return ((joins ? Math.max(width, widthBefore) : width) << 1) | (joins ? 1 : 0)
}
