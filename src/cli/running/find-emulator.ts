// Finds the running emulator for a command without --url, and verifies its identity.

import { sep } from 'node:path'
import { controlFetch, httpClient } from '../../client/http-client.ts'
import { isThisMachine } from '../../lib/net/addresses.ts'
import { bareHost } from '../../lib/net/host-name.ts'
import { Problem } from '../../lib/problem.ts'
import { isProof, newSecret, proofOf } from '../../lib/proof.ts'
import { endedNotes, type RunningNote, runningNotes } from './running-notes.ts'

const DEFAULT_URL = 'http://127.0.0.1:8081'

export interface FoundEmulator {
  url: string
  /** True if the emulator was found only at the default address, so it may belong to another folder. */
  isElsewhere?: boolean
}

/** Tries BOT_EMULATOR_URL, then emulators started in this folder or above it, then the default address. */
export async function findEmulator(token?: string): Promise<FoundEmulator> {
  const { BOT_EMULATOR_URL: urlOfEnvironment } = process.env
  if (urlOfEnvironment) return { url: urlOfEnvironment }
  const [note, ...others] = notesOfThisFolder()
  if (note && others.length) throw severalEmulatorsProblem([note, ...others])
  if (!note && !(await answersAtDefaultUrl())) throw noEmulatorProblem()
  const url = note?.url ?? DEFAULT_URL
  if (note || token !== undefined) await verifyEmulator(url, token)
  return { url, isElsewhere: !note }
}

/**
 * Returns the notes of the emulators that were started in the current folder, or else in the nearest parent folder in
 * which a running emulator was started. A note contains the emulator's address.
 */
export const notesOfThisFolder = () => filterNearest(runningNotes())

function filterNearest(notes: RunningNote[]): RunningNote[] {
  const currentFolder = `${process.cwd()}${sep}`
  const isBelow = (folder: string) => currentFolder.startsWith(folder.endsWith(sep) ? folder : folder + sep)
  const notesAbove = notes.filter(({ folder }) => isBelow(folder))
  const longest = Math.max(...notesAbove.map(({ folder }) => folder.length))
  return notesAbove.filter(({ folder }) => folder.length === longest)
}

/**
 * Returns the note of the emulator at `url`: the file that the emulator wrote when it started. Throws unless the URL is
 * on this machine and the emulator proves that it knows the secret key in the note.
 */
export async function verifyEmulator(url: string, token?: string): Promise<RunningNote> {
  const untrustedProblem = (message: string) => {
    const sent =
      token === undefined
        ? 'The command sent no data to this address.'
        : 'The control token was not sent to this address.'
    return new Problem(
      'untrusted-emulator',
      `${message} ${sent}`,
      'If you trust the program at this address, pass the address with --url.',
    )
  }
  const { hostname, port } = new URL(url)
  if (hostname !== 'localhost' && !isThisMachine(bareHost(new URL(url)))) {
    throw untrustedProblem(`${url} is not on this machine.`)
  }
  const notes = runningNotes().filter((each) => each.url === url)
  if (!notes.length) throw untrustedProblem(`The emulator at ${url} was not started by this account.`)
  const question = newSecret()
  const answer = await controlFetch(url)(`/proof?question=${question}`)
  const { result } = (await answer.json().catch(() => ({}))) as { result?: { proof?: unknown } }
  const provenNote = notes.find(({ key }) => isProof(result?.proof, proofOf(key, Number(port || 80), question)))
  if (provenNote) return provenNote
  throw untrustedProblem(`The program that answers at ${url} is not the emulator that was started there.`)
}

async function answersAtDefaultUrl(): Promise<boolean> {
  try {
    await httpClient(DEFAULT_URL).health()
    return true
  } catch {
    return false
  }
}

function noEmulatorProblem(): Problem {
  const [endedNote] = filterNearest(endedNotes())
  const elsewhere = runningNotes()
  const elsewhereText = elsewhere.length ? ` Emulators in other folders: ${listNotes(elsewhere)}.` : ''
  if (!endedNote) {
    const hint = `Start an emulator with: bot-emulator start, or pass the address of a running emulator with --url.${elsewhereText}`
    return new Problem('unreachable', `No running emulator was found for this folder or at ${DEFAULT_URL}.`, hint)
  }
  const message = `No running emulator was found for this folder: process ${endedNote.pid}, which served ${endedNote.url}, has ended.`
  return new Problem('unreachable', message, `Start the emulator again with bot-emulator start.${elsewhereText}`)
}

const severalEmulatorsProblem = (notes: RunningNote[]) =>
  new Problem(
    'several-emulators',
    `Several running emulators were found for this folder: ${listNotes(notes)}.`,
    'Choose an emulator with --url.',
  )

const listNotes = (notes: RunningNote[]) =>
  notes.map(({ url, database }) => `${url} (${database ?? 'in memory'})`).join(', ')
