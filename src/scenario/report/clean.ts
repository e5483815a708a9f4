// Text that others wrote, for a terminal: on one line, without anything that steers it or turns its direction.

const STEERING = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

export const clean = (text: string) =>
  text.replace(/\r?\n/g, '⏎').replace(STEERING, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The same with its line ends, for a file. */
export const cleanLine = (text: string) =>
  text.replace(STEERING, (char) => (char === '\t' ? '  ' : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`))
