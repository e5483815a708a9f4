// Asks the user to confirm before a command destroys data.

import type { Client } from '../control/client/client.ts'
import { Problem } from '../lib/problem.ts'
import { plural, sanitize } from '../lib/safe-text.ts'

/** Asks the user, who can pass `flag` to confirm in advance. Throws if the user declines or cannot answer. */
export async function requireConsent(
  warning: string,
  { flag, isConfirmed = false }: { flag: string; isConfirmed?: boolean | undefined },
) {
  if (isConfirmed) return
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new Problem('not-confirmed', `${warning} Not a terminal, so there is no way to confirm.`, `Pass ${flag}.`)
  }
  if (!(await askYesNo(`${warning} Continue?`, process.stderr)))
    throw new Problem('not-wanted', 'Cancelled. Nothing was changed.', `Pass ${flag} to skip the question.`)
}

export async function askYesNo(question: string, output: NodeJS.WriteStream): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises')
  const line = createInterface({ input: process.stdin, output })
  const answer = await line.question(`${sanitize(question)} [y/N] `)
  line.close()
  return /^y(es)?$/i.test(answer.trim())
}

export async function describeWorld(client: Client): Promise<{ isEmpty: boolean; contents: string }> {
  const [people, bots, chats] = await Promise.all([client.view('/users'), client.view('/bots'), client.view('/chats')])
  const all = [
    plural(people.length, 'person', 'people'),
    plural(bots.length, 'bot'),
    plural(chats.length, 'group or channel', 'groups and channels'),
  ]
  return {
    isEmpty: people.length + bots.length + chats.length === 0,
    contents: `the whole world (${all.join(', ')}, all messages, files, faults and settings)`,
  }
}
