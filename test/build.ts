// Some tests run the program as it is shipped: it is built once, when the sources are newer.

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export default function build() {
  if (!existsSync('dist/types/index.d.ts') || newest(['src', 'scripts', 'package.json']) > newest(['dist'])) {
    execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  }
}

function newest(paths: string[]): number {
  return Math.max(0, ...paths.map((path) => (statSync(path).isDirectory() ? newest(entries(path)) : changed(path))))
}

const entries = (folder: string) => readdirSync(folder).map((name) => join(folder, name))
const changed = (file: string) => statSync(file).mtimeMs
