// Asks before something is gone for good.

import { createInterface } from 'node:readline/promises'
import { Problem } from '../lib/problem.ts'

/** Throws unless somebody agrees, at a terminal or beforehand by `flag`. */
export async function requireConsent(
  what: string,
  { flag, agreed = false }: { flag: string; agreed?: boolean | undefined },
) {
  if (agreed) return
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new Problem('not-confirmed', `${what} Nobody is there to be asked.`, `Say ${flag} to do it.`)
  }
  const line = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await line.question(`${what} Go on? [y/N] `)
  line.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new Problem('not-wanted', 'Nothing was done.', `${flag} does it unasked.`)
}
