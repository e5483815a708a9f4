// Lists the stored files of a database, without the marker file `database-id`.

import { readdirSync } from 'node:fs'

export const storedIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name !== 'database-id')
    .sort()
