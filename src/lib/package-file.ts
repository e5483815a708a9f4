// Finds files of the package that are read while it runs, such as the documentation.

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the path of a file or folder of the package, or undefined if the package does not contain it. */
export function findPackageFile(path: string): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const file = join(folder, path)
    if (existsSync(file)) return file
    if (dirname(folder) === folder) return undefined
  }
}
