// What lines about calls, deliveries and refusals consist of, each piece with its meaning.

import { type Noted, notesOn } from '../../contract/notes.ts'
import type { Meaning } from '../../lib/colours.ts'
import type { Piece } from './print.ts'

/** The time of day. Of a busy bot's many lines each has one: a Date for each would cost more than all else in it. */
export function time(at: number): Piece {
  const seconds = Math.floor(at) % 86_400
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60]
  return { as: 'aside', text: parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':') }
}

export const took = (ms: number): Piece => ({ as: 'aside', text: `${ms.toFixed(1)} ms` })

/** A call or a delivery that got no answer has no status either. */
export const outcome = (status: number | null, text = String(status)): Piece => ({ as: meaningOf(status), text })

interface Explained extends Noted {
  status: number
  why?: string
  rule?: string
}

/** Why a call was refused, or what an injected fault has done to one that was not, and what it was without effect for. */
export const cause = ({ status, why, rule, ...noted }: Explained): Piece[] => [
  ...(why === undefined ? [] : [{ as: meaningOf(status) === 'good' ? 'notice' : 'bad', text: why } as const]),
  ...(rule === undefined ? [] : [{ as: 'rule', text: rule } as const]),
  ...notesOn(noted).map((text) => ({ as: 'notice', text }) as const),
]

function meaningOf(status: number | null): Meaning {
  if (status === null || status < 200) return 'bad'
  if (status < 300) return 'good'
  return status < 500 ? 'bad' : 'serverError'
}
