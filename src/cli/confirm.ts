// Asks before something is removed for good, and says what that is.

import type { Client } from '../client/client.ts'
import { plural, sanitize } from '../describe/text.ts'
import { Problem } from '../lib/problem.ts'

/** Throws unless the user agrees, at a terminal or beforehand by `flag`. */
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
  const { createInterface } = await import('node:readline/promises')
  const line = createInterface({ input: process.stdin, output })
  const answer = await line.question(`${sanitize(question)} [y/N] `)
  line.close()
  return /^y(es)?$/i.test(answer.trim())
}

/** Returns what a running world holds. */
export async function wholeWorld(client: Client): Promise<{ isEmpty: boolean; what: string }> {
  const [people, bots, chats] = await Promise.all([client.view('/users'), client.view('/bots'), client.view('/chats')])
  const all = [
    plural(people.length, 'person', 'people'),
    plural(bots.length, 'bot'),
    plural(chats.length, 'group or channel', 'groups and channels'),
  ]
  return {
    isEmpty: people.length + bots.length + chats.length === 0,
    what: `the whole world: ${all.join(', ')}, all messages and files, faults and settings`,
  }
}
