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
  if (!(await isAgreed(`${what} Go on?`, process.stderr)))
    throw new Problem('not-wanted', 'Nothing was done.', `${flag} does it unasked.`)
}

export async function isAgreed(question: string, output: NodeJS.WriteStream): Promise<boolean> {
  const line = createInterface({ input: process.stdin, output })
  const answer = await line.question(`${question} [y/N] `)
  line.close()
  return /^y(es)?$/i.test(answer.trim())
}
