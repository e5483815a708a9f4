// Finds and reads files of this package, such as the docs and the built page.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from './problem.ts'

/** Returns the path of a file or folder of the package, or undefined if the package does not contain it. */
export function findPackageFile(path: string): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const file = join(folder, path)
    if (existsSync(file)) return file
    if (dirname(folder) === folder) return undefined
  }
}

const pageFiles = new Map<string, Buffer>()

export function readPageFile(name: 'index.html' | 'page.js' | 'page.css'): Buffer {
  let content = pageFiles.get(name)
  if (!content) {
    const file = findPackageFile(`dist/page/${name}`)
    if (!file) throw new Problem('no-page', "The emulator's web page is not built.", 'Build it with: npm run build')
    content = readFileSync(file)
    pageFiles.set(name, content)
  }
  return content
}
