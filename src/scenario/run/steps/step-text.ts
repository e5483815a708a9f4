// A step on one line, much as it was written.

import type { Step } from '../../scenario.ts'

const MAX = 160

export function stepText({ word, params, refused }: Step): string {
  const text = `${word} ${flow(params)}${refused === undefined ? '' : `, refused: ${refused}`}`
  return text.length > MAX ? `${text.slice(0, MAX)}…` : text
}

function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    return `{ ${Object.entries(value)
      .map(([key, each]) => `${key}: ${flow(each)}`)
      .join(', ')} }`
  }
  return typeof value === 'string' && !/^[@$\w./-]+$/.test(value) ? JSON.stringify(value) : String(value)
}
