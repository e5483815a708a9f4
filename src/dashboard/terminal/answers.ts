// What a terminal says of itself when it is asked.

export type Theme = 'dark' | 'light'

/** Asks for the colour behind the text. */
export const ASK_BACKGROUND = '\u001b]11;?\u001b\\'

/** The body of the answer: rgb:ffff/ffff/ffff, with one to four digits for each. */
export function themeOf(answer: string): Theme | undefined {
  const parts = /^rgba?:([\da-f]+)\/([\da-f]+)\/([\da-f]+)/i.exec(answer)?.slice(1)
  if (!parts) return undefined
  const [red = 0, green = 0, blue = 0] = parts.map((digits) => Number.parseInt(digits, 16) / (16 ** digits.length - 1))
  return 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 ? 'light' : 'dark'
}
