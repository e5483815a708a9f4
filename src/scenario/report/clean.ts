// Text that others wrote, for a terminal: on one line, without anything that steers it or turns its direction.

import { disarm } from '../../lib/tame.ts'

const STEERING = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

export const clean = (text: string) => cleaned(text.replace(/\r?\n/g, '⏎'), escaped)

/** The same with its line ends, for a file. */
export const cleanLine = (text: string) => cleaned(text, (char) => (char === '\t' ? '  ' : escaped(char)))

const cleaned = (text: string, replace: (char: string) => string) => disarm(text.replace(STEERING, replace))

const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
