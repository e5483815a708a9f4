// Before a control token goes to an emulator that nobody has named: it is on this machine, and shows that it is ours.

import { controlFetch } from '../../client/http-client.ts'
import { isThisMachine } from '../../lib/net/addresses.ts'
import { bareHost } from '../../lib/net/host-name.ts'
import { Problem } from '../../lib/problem.ts'
import { isProof, newSecret, proofOf } from '../../lib/proof.ts'
import { runningNotes } from './running-notes.ts'

export async function requireProof(url: string) {
  const ask = controlFetch(url)
  const { hostname, port } = new URL(url)
  if (hostname !== 'localhost' && !isThisMachine(bareHost(new URL(url)))) {
    throw untrusted(`${url} is not on this machine.`)
  }
  const key = runningNotes().find((note) => note.url === url)?.key
  if (key === undefined) throw untrusted(`The emulator at ${url} was not started by this account.`)
  const question = newSecret()
  const answer = await ask(`/proof?question=${question}`)
  const { result } = (await answer.json().catch(() => ({}))) as { result?: { proof?: unknown } }
  if (isProof(result?.proof, proofOf(key, Number(port), question))) return
  throw untrusted(`What answers at ${url} is not the emulator that was started there.`)
}

const untrusted = (what: string) =>
  new Problem(
    'untrusted-emulator',
    `${what} It does not get the control token.`,
    'Name the one that you mean with --url.',
  )
