// The world taken into an archive, and an archive put in place of the world.

import { join } from 'node:path'
import type { WorldEvent } from '../../event-log/entry.ts'
import type { Clock } from '../../lib/clock.ts'
import { Problem } from '../../lib/problem.ts'
import { type Archive, openArchive } from '../../store/archives/open-archive.ts'
import { packArchive } from '../../store/archives/pack-archive.ts'
import { diskTrouble } from '../../store/disk/disk-trouble.ts'
import { moveClock } from '../service/move-clock.ts'
import { highestUpdateId, riseAbove } from '../updates/update-ids.ts'
import { newToken } from '../users/new-id.ts'
import type { Tx } from '../world.ts'
import { settle } from './settle.ts'

export interface InFolder {
  file: string
  /** Removes it, and all that was needed to make it. */
  done(): Promise<void>
}

/** The world as it is at the moment of the call; what takes time is done afterwards, from copies. */
export function takeArchive(tx: Tx, { tokens }: { tokens: boolean }): Promise<InFolder> {
  return inFolder(tx, (folder) => {
    const { store, bytes, clock } = tx
    const file = join(folder, 'world')
    const contents = store.files.contents()
    const about = { at_ms: clock.ms(), frozen: clock.frozen(), tokens }
    store.copyTo(file)
    for (const uniqueId of contents) bytes.link(uniqueId, join(folder, uniqueId))
    return packArchive(file, folder, contents, about).then(() => ({ file }))
  })
}

export interface Replacement extends Archive {
  source: string
  folder: string
  done(): Promise<void>
}

/** Everything that may go wrong with an archive goes wrong here, before anything is changed. */
export function openReplacement(tx: Tx, bring: (path: string) => void | Promise<void>): Promise<Replacement> {
  const { store, bytes } = tx
  return inFolder(tx, async (folder) => {
    const brought = join(folder, 'given')
    await bring(brought)
    const archive = await openArchive(brought, { folder, form: store.tables.form(), has: bytes.has })
    return { ...archive, folder, source: store.tables.attach(archive.file) }
  }).then((replacement) => ({
    ...replacement,
    done() {
      store.tables.detach(replacement.source)
      return replacement.done()
    },
  }))
}

/** In one transaction. The clock, the settings and the bytes of files come with it; update ids go on rising. */
export function replaceWorld(tx: Tx, replacement: Replacement, how: (WorldEvent & { type: 'world' })['how']) {
  const { store, bytes } = tx
  const highest = highestUpdateId(tx)
  const tokensHere = new Map(store.bots.all().map(({ id, token }) => [id, token]))
  store.tables.fillFrom(replacement.source)
  if (!replacement.tokens) assignTokens(tx, tokensHere)
  riseAbove(tx, highest)
  settle(tx)
  for (const uniqueId of replacement.unpacked) bytes.keep(join(replacement.folder, uniqueId), uniqueId)
  moveClock(tx, (clock) => goBackTo(clock, replacement))
  tx.emit({ type: 'world', how })
}

/** Where an archive has none, a bot keeps the token that it has here, so that its process goes on. */
function assignTokens(tx: Tx, here: ReadonlyMap<number, string>) {
  for (const bot of tx.store.bots.all()) {
    tx.store.bots.change(bot, { token: here.get(bot.id) ?? newToken(tx, undefined, bot.id) })
  }
}

/** It reads what it read when the archive was made, and stands still or goes on from there. */
function goBackTo(clock: Clock, { at_ms, frozen }: Archive) {
  clock.resume()
  if (frozen) clock.freeze()
  clock.set(at_ms)
}

async function inFolder<T extends object>(tx: Tx, work: (folder: string) => Promise<T>) {
  try {
    const folder = tx.bytes.newUploadFolder()
    const done = () => tx.bytes.empty(folder)
    try {
      return { ...(await work(folder)), done }
    } catch (error) {
      await done()
      throw error
    }
  } catch (error) {
    throw folderTrouble(error)
  }
}

export function folderTrouble(error: unknown): unknown {
  const known = error instanceof Problem ? error : diskTrouble(error)
  if (known instanceof Problem || !(error as NodeJS.ErrnoException).syscall) return known
  return new Problem(
    'unwritable-folder',
    `The folder beside the database cannot be used: ${(error as Error).message}.`,
    'Make it writable, or move away what stands in its place.',
  )
}
