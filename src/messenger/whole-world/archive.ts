// Exports the world into an archive, and replaces the world by an archive.

import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorldEvent } from '../../event-log/entry.ts'
import type { Clock } from '../../lib/clock.ts'
import { Problem } from '../../lib/problem.ts'
import type { Archive } from '../../store/archives/open-archive.ts'
import { runJob } from '../../store/archives/run-job.ts'
import { asDiskProblem } from '../../store/disk/damage.ts'
import { FILE_FLOOR } from '../../store/tables/files.ts'
import { ensureSealKey } from '../files/file-id.ts'
import { loadService, moveClock } from '../service/service.ts'
import { highestUpdateId, renumberAbove } from '../updates/update-queue.ts'
import { newToken } from '../users/new-names.ts'
import type { Tx } from '../world.ts'

export interface TemporaryFile {
  file: string
  /** Removes the file and the temporary folder around it. */
  dispose(): Promise<void>
}

/** Exports the world, in the state of one moment during the call, from a copy of the database. */
export async function createArchive(tx: Tx, { tokens }: { tokens: boolean }): Promise<TemporaryFile> {
  const { store, bytes, clock } = tx
  const release = bytes.hold()
  try {
    return await withUploadFolder(tx, async (folder) => {
      const file = join(folder, 'world')
      while (!(await store.copyTo(file))) await rm(file, { force: true })
      // This runs in the turn in which the copy was finished, so the clock and the files still match the copy.
      const about = { at_ms: clock.ms(), frozen: clock.frozen(), tokens }
      await runJob('pack', file, bytes.folder(), store.files.contents(), about)
      return { file }
    })
  } finally {
    await release()
  }
}

export interface NewDatabase {
  /** The file of the new database or, for a world in memory, its content. */
  next: string | Buffer
  dispose(): Promise<void>
}

export interface Replacement extends Archive, NewDatabase {}

/** Checks an archive and builds the new database, so that any error of the archive occurs before the world is changed. */
export async function openReplacement(
  tx: Tx,
  copyArchive: (path: string) => void | Promise<void>,
): Promise<Replacement> {
  const { bytes } = tx
  // The archive's new contents are unpacked before its rows exist, so their removal is postponed.
  const release = bytes.hold()
  try {
    const replacement = await withUploadFolder(tx, async (folder) => {
      const archiveFile = join(folder, 'given')
      await copyArchive(archiveFile)
      const archive = await runJob('open', archiveFile, { folder, contents: bytes.folder() })
      return { ...archive, next: await buildReplacement(tx, archiveFile, folder) }
    })
    return {
      ...replacement,
      async dispose() {
        await replacement.dispose()
        if (replacement.hasUnpacked) bytes.removeReplaced()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

/** A number of updates that can be renumbered at once without blocking other calls. */
const RENUMBERED_AT_ONCE = 1000

/** The room for update ids that bots use while a long queue is renumbered. */
const UPDATE_ID_ROOM = 100_000

/**
 * Builds the new database. Bots continue to get updates meanwhile. If their ids overtake a long renumbered queue, the queue is
 * renumbered again, with room for more.
 */
async function buildReplacement(tx: Tx, archive: string, folder: string): Promise<string | Buffer> {
  const file = join(folder, 'next')
  let above = highestUpdateId(tx)
  for (;;) {
    const pendingUpdates = await runJob('build', archive, { file, id: tx.store.id, highestUpdateId: above })
    const next = tx.store.inMemory ? await readFile(file) : file
    if (pendingUpdates <= RENUMBERED_AT_ONCE || highestUpdateId(tx) <= above) return next
    await rm(file)
    above = highestUpdateId(tx) + UPDATE_ID_ROOM
  }
}

/** Replaces the world, its clock and its settings after the transaction is committed. Update ids continue to rise. */
export function replaceWorld(tx: Tx, replacement: Replacement, how: (WorldEvent & { type: 'world' })['how']) {
  const highest = highestUpdateId(tx)
  const highestFile = tx.store.files.highest()
  const currentTokens = new Map(tx.store.bots.all().map(({ id, token }) => [id, token]))
  tx.replaceStore(replacement.next, () => {
    if (!replacement.tokens) assignTokens(tx, currentTokens)
    renumberAbove(tx, highest)
    // New files get higher numbers than any earlier file, so that old identifiers stay invalid.
    tx.store.settings.set(FILE_FLOOR, Math.max(highestFile, tx.store.files.highest()))
    prepareWorld(tx)
    moveClock(tx, (clock) => restoreClock(clock, replacement))
    tx.emit({ type: 'world', how })
  })
}

/** Assigns tokens to the bots of an archive without tokens. A bot that exists here keeps its token, so its program can continue. */
function assignTokens(tx: Tx, currentTokens: ReadonlyMap<number, string>) {
  for (const bot of tx.store.bots.all()) {
    tx.store.bots.change(bot, { token: currentTokens.get(bot.id) ?? newToken(tx, undefined, bot.id) })
  }
}

/** Sets the clock to the time of the archive, and freezes or resumes it like the clock of the archive. */
function restoreClock(clock: Clock, { at_ms, frozen }: Archive) {
  clock.resume()
  if (frozen) clock.freeze()
  clock.set(at_ms)
}

export async function withUploadFolder<T extends object>(tx: Tx, work: (folder: string) => Promise<T>) {
  try {
    const folder = tx.bytes.newUploadFolder()
    const dispose = () => tx.bytes.empty(folder)
    try {
      return { ...(await work(folder)), dispose }
    } catch (error) {
      await dispose()
      throw error
    }
  } catch (error) {
    throw asFolderProblem(error)
  }
}

export function asFolderProblem(error: unknown): unknown {
  const known = error instanceof Problem ? error : asDiskProblem(error)
  if (known instanceof Problem || !(error as NodeJS.ErrnoException).syscall) return known
  return new Problem(
    'unwritable-folder',
    `The folder beside the database cannot be used: ${(error as Error).message}.`,
    'Make it writable. If it is not a folder, move it away.',
  )
}

export function prepareWorld(tx: Tx) {
  loadService(tx)
  ensureSealKey(tx)
}
