// Text that bots and people wrote, made harmless for whoever reads it: a terminal, or a CI that takes commands from lines.

/** Everything but line breaks of our own that a terminal would act upon. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

export const tame = (text: string) => text.replace(CONTROL, '·')

/** A whole line: `::stop-commands::` at its beginning and `##[…]` anywhere are commands to a CI, indented or not. */
export const disarm = (line: string) => line.replace(/^(\s*):(?=:)/, '$1\\u003a').replace(/##(?=\w*\[)/g, '\\u0023#')

/** Text of several lines, whose line ends are our own. */
export const tameLines = (text: string) =>
  text
    .split('\n')
    .map((line) => disarm(tame(line)))
    .join('\n')

/** JSON, on one line unless it is indented; it escapes control characters by itself only below the space. */
export const tameJson = (value: unknown, replacer?: (key: string, value: unknown) => unknown, indent = 0) =>
  JSON.stringify(value, replacer, indent).replace(
    /[\u007f-\u009f]/g,
    (char) => `\\u00${char.charCodeAt(0).toString(16)}`,
  )
