// Files by what was said of them; several may share one content.

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

/** The setting with the number up to which there was a file in a world that stood here before: new ones get higher ones. */
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
      /** One of those that are not deleted. */
      byContent: (uniqueId: string) => byContent.get(uniqueId),
      isAlive: (uniqueId: string) => byContent.get(uniqueId) !== undefined,
      /** Also when it is of a deleted file. */
      knows: (uniqueId: string) => known.get(uniqueId) !== undefined,
      /** The highest number that a file has, or had in a world that stood here before. */
      highest: () => highest.get() ?? 0,
      /** Every content that some file is made of. */
      contents: () => contents.all(),
    },
    write: {
      /** The number of the file, also when it was there before. */
      put: ({ kind, unique_id, name, mime, size, width, height }: NewFile) =>
        put.get({ file: (highest.get() ?? 0) + 1, kind, unique_id, name, mime, size, width, height })!,
      remove: (uniqueId: string) => void remove.run(uniqueId),
    },
  }
}
