// Regular expressions that people write: between slashes, and stopped when they run away.

import { runInNewContext } from 'node:vm'

const MOST_MS = 250

/** The two parts of `/…/flags`; nothing for plain text. */
export function regexIn(text: string): { source: string; flags: string } | undefined {
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? []
  return source === undefined ? undefined : { source, flags: flags! }
}

/** A runaway expression counts as one that does not match. */
export function regexTest({ source, flags }: { source: string; flags: string }, text: string): boolean {
  const lean = !/[+*{]/.test(source)
  if (lean) return new RegExp(source, flags).test(text)
  try {
    return runInNewContext('new RegExp(source, flags).test(text)', { source, flags, text }, { timeout: MOST_MS })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}
