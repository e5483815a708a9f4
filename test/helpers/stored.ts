// Lists the stored contents in the folder beside a database.

import { existsSync, readdirSync } from 'node:fs'
import { isContentId } from '../../src/lib/content-id.ts'

/** Returns no contents if the folder is missing: it is created for the first file. */
export const storedIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter(isContentId).sort() : []
