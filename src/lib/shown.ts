// A value in a sentence: with its type where that could be mistaken, and what cannot be seen escaped.

const MOST = 300
const UNSEEN = /[\u0000-\u001f\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb]/g

export function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  const text = (JSON.stringify(value) ?? String(value)).replace(UNSEEN, escaped)
  const short = text.length > MOST ? `${text.slice(0, MOST)}…` : text
  return typeof value === 'number' ? `${short} (a number)` : short
}

const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
