// Exports the world to an archive file, and imports a world from an archive.

import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../../lib/clock.ts'
import { Problem } from '../../../lib/problem.ts'
import type { WorldEvent } from '../../event-log/entry.ts'
import { runJob } from '../../store/archives/run-job.ts'
import type { Archive } from '../../store/archives/unpack.ts'
import { asDiskProblem } from '../../store/disk.ts'
import { FILE_FLOOR } from '../../store/tables/files.ts'
import { ensureSealKey } from '../files/file-id.ts'
import { loadService, moveClock } from '../service/service.ts'
import { highestUpdateId, renumberAbove } from '../updates/update-queue.ts'
import { newToken } from '../users/new-names.ts'
import type { Tx } from '../world.ts'

export interface TemporaryFile {
  file: string
  dispose(): Promise<void>
}

/** Works on a copy of the database, so that calls that continue meanwhile do not change the archive. */
export async function createArchive(tx: Tx, { tokens }: { tokens: boolean }): Promise<TemporaryFile> {
  const { store, bytes, clock } = tx
  const release = bytes.hold()
  try {
    return await withUploadFolder(tx, async (folder) => {
      const file = join(folder, 'world')
      while (!(await store.copyTo(file))) await rm(file, { force: true })
      // No call has run since the copy was finished, so the clock and the list of files match the copy.
      const about = { at_ms: clock.ms(), frozen: clock.frozen(), tokens }
      await runJob('pack', file, bytes.folder(), store.files.contents(), about)
      return { file }
    })
  } finally {
    release()
  }
}

export interface Replacement extends Archive {
  /** The path of the new database file, or the file's content for a world in memory. */
  next: string | Buffer
  dispose(): Promise<void>
}

/** Checks an archive and builds a database from it. The current world doesn't change if the archive is invalid. */
export async function prepareReplacement(tx: Tx, copyArchive: (path: string) => Promise<void>): Promise<Replacement> {
  const { bytes } = tx
  // No row refers to the unpacked contents yet. Without `hold`, they could be removed as unused.
  const release = bytes.hold()
  try {
    const replacement = await withUploadFolder(tx, async (folder) => {
      const archiveFile = join(folder, 'given')
      await copyArchive(archiveFile)
      const archive = await runJob('open', archiveFile, { folder, contents: bytes.folder() })
      bytes.discard(archive.unpacked)
      return { ...archive, next: await buildReplacement(tx, archiveFile, folder) }
    })
    return {
      ...replacement,
      async dispose() {
        await replacement.dispose()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/** The maximum number of updates renumbered in one transaction. More would block other calls for too long. */
const RENUMBERED_AT_ONCE = 1000

/**
 * While the updates of a long queue get new ids, this number of ids is reserved for updates that arrive in that time.
 */
const UPDATE_ID_ROOM = 100_000

/**
 * Builds the new database, in which some update ids are kept free for updates that arrive meanwhile. If more updates
 * arrive, builds it again with more free ids.
 */
async function buildReplacement(tx: Tx, archive: string, folder: string): Promise<string | Buffer> {
  const file = join(folder, 'next')
  let above = highestUpdateId(tx)
  for (;;) {
    const pendingUpdates = await runJob('build', archive, { file, highestUpdateId: above })
    const next = tx.store.inMemory ? await readFile(file) : file
    if (pendingUpdates <= RENUMBERED_AT_ONCE || highestUpdateId(tx) <= above) return next
    await rm(file)
    above = highestUpdateId(tx) + UPDATE_ID_ROOM
  }
}

/** Replaces the world once the transaction is committed. New update ids are above all update ids of the old world. */
export function replaceWorld(tx: Tx, replacement: Replacement, how: (WorldEvent & { type: 'world' })['how']) {
  const highest = highestUpdateId(tx)
  const highestFile = tx.store.files.highest()
  const currentTokens = new Map(tx.store.bots.all().map(({ id, token }) => [id, token]))
  tx.bytes.discard(tx.store.files.contents())
  tx.replaceStore(replacement.next, () => {
    if (!replacement.tokens) assignTokens(tx, currentTokens)
    renumberAbove(tx, highest)
    // New files get ids above all earlier ones, so that file identifiers of the old world stay invalid.
    tx.store.settings.set(FILE_FLOOR, Math.max(highestFile, tx.store.files.highest()))
    prepareWorld(tx)
    moveClock(tx, (clock) => restoreClock(clock, replacement))
    tx.emit({ type: 'world', how })
  })
}

/** Assigns tokens. A bot that is in the current world too keeps its token, so that its running program can continue. */
function assignTokens(tx: Tx, currentTokens: ReadonlyMap<number, string>) {
  for (const bot of tx.store.bots.all()) {
    tx.store.bots.change(bot, { token: currentTokens.get(bot.id) ?? newToken(tx, undefined, bot.id) })
  }
}

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
  const message = `The emulator cannot use its folder for files or snapshots: ${(error as Error).message}.`
  const hint = 'Make the folder writable. If a file exists in its place, move that file away.'
  return new Problem('unwritable-folder', message, hint)
}

export function prepareWorld(tx: Tx) {
  loadService(tx)
  ensureSealKey(tx)
}
