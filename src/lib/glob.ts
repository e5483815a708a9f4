// Files by pattern: `*`, `**`, `?` and `{a,b}`, as a shell would have it that was not asked to.

import { readdirSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'

const IGNORED = new Set(['node_modules', '.git', 'dist', '.bot-emulator'])

export const isPattern = (text: string) => /[*?{]/.test(text)

export function filesLike(pattern: string): string[] {
  const wanted = patternOf(normalize(pattern).replaceAll('\\', '/'))
  const root = pattern.split('/').slice(0, firstWild(pattern)).join('/') || (pattern.startsWith('/') ? '/' : '.')
  return [...filesBelow(root)].filter((file) => wanted.test(file.replaceAll('\\', '/'))).sort()
}

export function* filesBelow(folder: string): Generator<string> {
  let entries: string[]
  try {
    entries = readdirSync(folder)
  } catch {
    return
  }
  for (const name of entries) {
    const path = join(folder, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.isFile()) yield path
    else if (found?.isDirectory() && !IGNORED.has(name)) yield* filesBelow(path)
  }
}

const firstWild = (pattern: string) => pattern.split('/').findIndex(isPattern)

function patternOf(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/|\*\*|\*|\?|\{|\}|,|[\\^$.+()[\]|]/g, (token) => TOKENS[token] ?? `\\${token}`)
  return new RegExp(`^${source}$`)
}

const TOKENS: Record<string, string> = {
  '**/': '(?:.*/)?',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
  '{': '(?:',
  '}': ')',
  ',': '|',
}
