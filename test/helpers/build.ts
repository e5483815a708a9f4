// Some tests run the program as it is shipped: it is built once, when the sources are newer. What cannot be tested here is said.

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { noticeOfMissing } from './programs.ts'

export default function build() {
  if (!existsSync('dist/types/index.d.ts') || newest(['src', 'scripts', 'package.json']) > newest(['dist'])) {
    execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  }
  const notice = noticeOfMissing()
  if (!notice) return undefined
  if (process.env.CI) throw new Error(notice)
  const say = () => void process.stderr.write(`\n${notice}\n`)
  say()
  return say
}

function newest(paths: string[]): number {
  return Math.max(0, ...paths.map((path) => (statSync(path).isDirectory() ? newest(entries(path)) : changed(path))))
}

const entries = (folder: string) => readdirSync(folder).map((name) => join(folder, name))
const changed = (file: string) => statSync(file).mtimeMs
