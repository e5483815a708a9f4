// Lists the stored contents in the folder beside a database.

import { existsSync, readdirSync } from 'node:fs'

export const isContentId = (name: string) => /^[\w-]{22}$/.test(name)

/** Returns no contents if the folder is missing: it is created for the first file. */
export const storedIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter(isContentId).sort() : []
