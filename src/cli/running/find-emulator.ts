// Finds the running emulator for a command that names none, and makes it prove itself.

import { sep } from 'node:path'
import { controlFetch, httpClient } from '../../client/http-client.ts'
import { isThisMachine } from '../../lib/net/addresses.ts'
import { bareHost } from '../../lib/net/host-name.ts'
import { Problem } from '../../lib/problem.ts'
import { isProof, newSecret, proofOf } from '../../lib/proof.ts'
import { endedNotes, type RunningNote, runningNotes } from './running-notes.ts'

const USUAL_URL = 'http://127.0.0.1:8081'

export interface FoundEmulator {
  url: string
  /** Neither named nor started in this folder or one above. */
  isElsewhere?: boolean
}

/** By the environment, by the folder in which it was started, and at last at the usual address. */
export async function findEmulator(token?: string): Promise<FoundEmulator> {
  const { BOT_EMULATOR_URL: named } = process.env
  if (named) return { url: named }
  const [note, ...others] = notesHere()
  if (note && others.length) throw several([note, ...others])
  if (!note && !(await answersAtUsual())) throw noEmulator()
  const url = note?.url ?? USUAL_URL
  if (note || token !== undefined) await requireProof(url, token)
  return { url, isElsewhere: !note }
}

/** The emulators that were started in this folder, or in the nearest above in which any was. */
export const notesHere = () => nearest(runningNotes())

function nearest(notes: RunningNote[]): RunningNote[] {
  const here = `${process.cwd()}${sep}`
  const above = notes.filter(({ folder }) => here.startsWith(folder.endsWith(sep) ? folder : folder + sep))
  const longest = Math.max(...above.map(({ folder }) => folder.length))
  return above.filter(({ folder }) => folder.length === longest)
}

/** Throws unless what answers there is on this machine and has the key of a note. Returns that note. */
export async function requireProof(url: string, token?: string): Promise<RunningNote> {
  const untrusted = (what: string) => {
    const withheld = token === undefined ? 'Nothing was sent to it.' : 'It does not get the control token.'
    return new Problem('untrusted-emulator', `${what} ${withheld}`, 'Name the one that you mean with --url.')
  }
  const { hostname, port } = new URL(url)
  if (hostname !== 'localhost' && !isThisMachine(bareHost(new URL(url)))) {
    throw untrusted(`${url} is not on this machine.`)
  }
  const notes = runningNotes().filter((each) => each.url === url)
  if (!notes.length) throw untrusted(`The emulator at ${url} was not started by this account.`)
  const question = newSecret()
  const answer = await controlFetch(url)(`/proof?question=${question}`)
  const { result } = (await answer.json().catch(() => ({}))) as { result?: { proof?: unknown } }
  const proven = notes.find(({ key }) => isProof(result?.proof, proofOf(key, Number(port || 80), question)))
  if (proven) return proven
  throw untrusted(`What answers at ${url} is not the emulator that was started there.`)
}

async function answersAtUsual(): Promise<boolean> {
  try {
    await httpClient(USUAL_URL).health()
    return true
  } catch {
    return false
  }
}

function noEmulator(): Problem {
  const [ended] = nearest(endedNotes())
  const elsewhere = runningNotes()
  const others = elsewhere.length ? ` Elsewhere there run: ${listed(elsewhere)}.` : ''
  if (!ended) {
    const hint = `Start one with: bot-emulator start, or name it with --url.${others}`
    return new Problem('unreachable', 'No emulator is known to run here.', hint)
  }
  return new Problem(
    'unreachable',
    `No emulator is known to run here: process ${ended.pid}, which served ${ended.url}, has ended.`,
    `Start it again with bot-emulator start.${others}`,
  )
}

const several = (notes: RunningNote[]) =>
  new Problem('several-emulators', `Several emulators run here: ${listed(notes)}.`, 'Name one with --url.')

const listed = (notes: RunningNote[]) =>
  notes.map(({ url, database }) => `${url} (${database ?? 'in memory'})`).join(', ')
