// The table of files. Several rows may have the same content.

import type { FileKind } from '../../rules/file-kinds.ts'
import { type Db, pluck } from '../db.ts'

export interface FileRow {
  file: number
  kind: FileKind
  unique_id: string
  name: string
  mime: string
  size: number
  width: number | null
  height: number | null
  /** 1 if the file was in a group, so that bots can't send it to a private chat. */
  in_group: 0 | 1
  deleted: 0 | 1
}

export type NewFile = Omit<FileRow, 'file' | 'deleted'>

/** The name of the setting that keeps the highest file number of all replaced worlds, because numbers are never reused. */
export const FILE_FLOOR = 'file_floor'

export function filesTable(db: Db) {
  const get = db.prepare<[number], FileRow>('select * from files where file = ?')
  const byContent = db.prepare<[string], FileRow>(
    'select * from files where unique_id = +? and not deleted order by file limit 1',
  )
  const contents = pluck<[], string>(db, 'select distinct unique_id from files where not deleted')
  const deletedContents = pluck<[], string>(
    db,
    'select unique_id from files where deleted except select unique_id from files where not deleted',
  )
  const highest = pluck<[], number>(
    db,
    `select max(coalesce(max(file), 0), coalesce((select value from settings where name = '${FILE_FLOOR}'), 0) + 0) from files`,
  )
  const put = pluck<[NewFile & { file: number }], number>(
    db,
    `insert into files
      (file, kind, unique_id, name, mime, size, width, height, in_group)
      values (:file, :kind, :unique_id, :name, :mime, :size, :width, :height, :in_group)
      on conflict do update set deleted = 0 returning file`,
  )
  const remove = db.prepare('update files set deleted = 1 where unique_id = ?')
  return {
    read: {
      get: (file: number) => get.get(file),
      /** Returns the first file with this content that is not marked as deleted. */
      byContent: (uniqueId: string) => byContent.get(uniqueId),
      isAlive: (uniqueId: string) => byContent.get(uniqueId) !== undefined,
      deletedContents: () => deletedContents.all(),
      /** The highest file number, including those of worlds that the current world has replaced. */
      highest: () => highest.get() ?? 0,
      contents: () => contents.all(),
    },
    write: {
      /** Stores a file and returns its number, or that of a stored file with the same properties. */
      put: ({ kind, unique_id, name, mime, size, width, height, in_group }: NewFile) =>
        put.get({ file: (highest.get() ?? 0) + 1, kind, unique_id, name, mime, size, width, height, in_group })!,
      remove: (uniqueId: string) => void remove.run(uniqueId),
    },
  }
}
