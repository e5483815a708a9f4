// Writes frames to the terminal, only the rows that have changed, each at its absolute place.

export interface Rows {
  paint(rows: readonly string[]): void
  /** What stands on the screen is no longer known. */
  forget(): void
}

const ESC = '\u001b'
/** Terminals that know it show the frame at once; others pass it over. */
const [BEGIN, END] = [`${ESC}[?2026h`, `${ESC}[?2026l`]

export function createRows(write: (text: string) => void): Rows {
  let shown: readonly string[] = []
  return {
    paint(rows) {
      let changes = ''
      for (let i = 0; i < Math.max(rows.length, shown.length); i++) {
        const row = rows[i] ?? ''
        if (row !== shown[i]) changes += `${ESC}[${i + 1};1H${ESC}[K${row}${ESC}[0m`
      }
      shown = rows
      if (changes) write(`${BEGIN}${changes}${END}`)
    },
    forget() {
      shown = []
    },
  }
}
