// What lies in the folder of bytes beside a database, but for the mark that says whose it is.

import { readdirSync } from 'node:fs'

export const storedIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name !== 'database-id')
    .sort()
