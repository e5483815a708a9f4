// What lines about calls, deliveries and refusals consist of, each piece with its meaning.

import type { Meaning } from '../lib/colours.ts'
import type { Piece } from './lines.ts'

export const time = (at: number): Piece => ({ as: 'aside', text: new Date(at * 1000).toISOString().slice(11, 19) })

export const took = (ms: number): Piece => ({ as: 'aside', text: `${ms.toFixed(1)} ms` })

/** A call or a delivery that got no answer has no status either. */
export const outcome = (status: number | null, text = String(status)): Piece => ({ as: meaningOf(status), text })

/** Why a call was refused, or what an injected fault has done to one that was not. */
export const cause = ({ status, why = '', rule = '' }: { status: number; why?: string; rule?: string }): Piece[] => [
  { as: meaningOf(status) === 'good' ? 'notice' : 'bad', text: why },
  { as: 'rule', text: rule },
]

function meaningOf(status: number | null): Meaning {
  if (status === null || status < 200) return 'bad'
  if (status < 300) return 'good'
  return status < 500 ? 'bad' : 'serverError'
}
