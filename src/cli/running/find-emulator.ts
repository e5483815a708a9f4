// Finds the running emulator for a command without --url.

import { sep } from 'node:path'
import { httpClient } from '../../control/client/http-client.ts'
import { Problem } from '../../lib/problem.ts'
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
  if (note) return { url: note.url }
  const health = await httpClient(DEFAULT_URL)
    .health()
    .catch(() => undefined)
  if (!health) throw noEmulatorProblem()
  if (token !== undefined && !runningNotes().some(({ url }) => url === DEFAULT_URL)) throw untrustedProblem()
  return { url: DEFAULT_URL, isElsewhere: true }
}

/** The emulators of the current folder, or else of the nearest folder above that has any. */
export const notesOfThisFolder = () => filterNearest(runningNotes())

function filterNearest(notes: RunningNote[]): RunningNote[] {
  const currentFolder = `${process.cwd()}${sep}`
  const isBelow = (folder: string) => currentFolder.startsWith(folder.endsWith(sep) ? folder : folder + sep)
  const notesAbove = notes.filter(({ folder }) => isBelow(folder))
  const longest = Math.max(...notesAbove.map(({ folder }) => folder.length))
  return notesAbove.filter(({ folder }) => folder.length === longest)
}

/** Any program may answer at the default address, so the token goes there only if this account started an emulator. */
const untrustedProblem = () =>
  new Problem(
    'untrusted-emulator',
    `The emulator at ${DEFAULT_URL} was not started by this account. The control token was not sent to this address.`,
    'If you trust the program at this address, pass the address with --url.',
  )

function noEmulatorProblem(): Problem {
  const [endedNote] = filterNearest(endedNotes())
  const elsewhere = runningNotes()
  const elsewhereText = elsewhere.length ? ` Emulators in other folders: ${listNotes(elsewhere)}.` : ''
  if (!endedNote) {
    const hint = `Start an emulator with: npx bot-emulator start, or pass the address of a running emulator with --url.${elsewhereText}`
    return new Problem('unreachable', `No running emulator was found for this folder or at ${DEFAULT_URL}.`, hint)
  }
  const message = `No running emulator was found for this folder: process ${endedNote.pid}, which served ${endedNote.url}, has ended.`
  return new Problem('unreachable', message, `Start the emulator again with npx bot-emulator start.${elsewhereText}`)
}

const severalEmulatorsProblem = (notes: RunningNote[]) =>
  new Problem(
    'several-emulators',
    `Several running emulators were found for this folder: ${listNotes(notes)}.`,
    'Choose an emulator with --url.',
  )

const listNotes = (notes: RunningNote[]) =>
  notes.map(({ url, database }) => `${url} (${database ?? 'in memory'})`).join(', ')
