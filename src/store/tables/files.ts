// The table of files. Several rows may have the same content.

import type { FileKind } from '../../spec/file-kinds.ts'
import type { Db } from '../db.ts'

export interface FileRow {
  file: number
  kind: FileKind
  unique_id: string
  name: string
  mime: string
  size: number
  width: number | null
  height: number | null
  deleted: 0 | 1
}

export type NewFile = Omit<FileRow, 'file' | 'deleted'>

/**
 * The name of the setting that stores the highest file number of all replaced worlds. New files get higher numbers, so
 * that a number is never used twice.
 */
export const FILE_FLOOR = 'file_floor'

export function filesTable(db: Db) {
  const get = db.prepare<[number], FileRow>('select * from files where file = ?')
  const byContent = db.prepare<[string], FileRow>(
    'select * from files where unique_id = +? and not deleted order by file limit 1',
  )
  const contents = db.prepare<[], string>('select distinct unique_id from files where not deleted').pluck()
  const known = db.prepare<[string], 1>('select 1 from files where unique_id = +? limit 1').pluck()
  const highest = db
    .prepare<[], number>(
      `select max(coalesce(max(file), 0), coalesce((select value from settings where name = '${FILE_FLOOR}'), 0) + 0) from files`,
    )
    .pluck()
  const put = db
    .prepare<NewFile & { file: number }, number>(`insert into files
      (file, kind, unique_id, name, mime, size, width, height)
      values (:file, :kind, :unique_id, :name, :mime, :size, :width, :height)
      on conflict do update set deleted = 0 returning file`)
    .pluck()
  const remove = db.prepare('update files set deleted = 1 where unique_id = ?')
  return {
    read: {
      get: (file: number) => get.get(file),
      /** Returns the first row that has the content and is not marked as deleted. */
      byContent: (uniqueId: string) => byContent.get(uniqueId),
      isAlive: (uniqueId: string) => byContent.get(uniqueId) !== undefined,
      /** True if any row has the content, even if all these rows are marked as deleted. */
      knows: (uniqueId: string) => known.get(uniqueId) !== undefined,
      /** Returns the highest file number of this world and of the worlds that it has replaced. */
      highest: () => highest.get() ?? 0,
      contents: () => contents.all(),
    },
    write: {
      /**
       * Inserts the file and returns its number. If an equal file that is not deleted exists, returns the number of that
       * file instead.
       */
      put: ({ kind, unique_id, name, mime, size, width, height }: NewFile) =>
        put.get({ file: (highest.get() ?? 0) + 1, kind, unique_id, name, mime, size, width, height })!,
      remove: (uniqueId: string) => void remove.run(uniqueId),
    },
  }
}
