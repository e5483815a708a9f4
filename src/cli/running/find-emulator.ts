// Which emulator a command means that names none.

import { dirname } from 'node:path'
import { httpClient } from '../../client/http-client.ts'
import { Problem } from '../../lib/problem.ts'
import { requireProof } from './require-proof.ts'
import { isAlive, noteAbove, type RunningNote, runningNotes } from './running-notes.ts'

const USUAL_URL = 'http://127.0.0.1:8081'

/** By the environment, by where they were started, and at last at the usual address; who gets a token proves itself. */
export async function findEmulator(token?: string): Promise<string> {
  const { BOT_EMULATOR_URL: named } = process.env
  if (named) return named
  const url = await emulatorHere()
  if (token !== undefined) await requireProof(url)
  return url
}

async function emulatorHere(): Promise<string> {
  const [note, ...others] = notesOf(process.cwd())
  if (note && others.length) throw several([note, ...others])
  if (note) return note.url
  if (await answersAtUsual()) return USUAL_URL
  throw noEmulator()
}

/** Those that were started in this folder, or in the nearest above in which any was. */
export function notesOf(folder: string): RunningNote[] {
  const all = runningNotes()
  const above = noteAbove(folder)
  const known = above && isAlive(above.pid) && !all.some(({ url }) => url === above.url) ? [...all, above] : all
  for (let at = folder; ; at = dirname(at)) {
    const here = known.filter((note) => note.folder === at)
    if (here.length || dirname(at) === at) return here
  }
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
  const ended = noteAbove(process.cwd())
  const elsewhere = runningNotes()
  const others = elsewhere.length ? ` Elsewhere there run: ${listed(elsewhere)}.` : ''
  if (!ended) {
    const hint = `Start one with: bot-emulator start, or name it with --url.${others}`
    return new Problem('unreachable', 'No emulator is known to run here.', hint)
  }
  return new Problem(
    'unreachable',
    `${ended.file} tells of an emulator at ${ended.url}, but its process ${ended.pid} has ended.`,
    `Start it again with bot-emulator start, which also renews that file.${others}`,
  )
}

const several = (notes: RunningNote[]) =>
  new Problem('several-emulators', `Several emulators run here: ${listed(notes)}.`, 'Name one with --url.')

const listed = (notes: RunningNote[]) =>
  notes.map(({ url, database }) => `${url} (${database ?? 'in memory'})`).join(', ')
