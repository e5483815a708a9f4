// Opens a file or an address with the program that this machine has for it.

import { spawn } from 'node:child_process'

const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  // Unlike `cmd /c start`, rundll32 does not interpret the special characters of an address.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

const [program = '', ...args] = OPENERS[process.platform] ?? ['xdg-open']

export const SYSTEM_OPENER = program

/** If an opener still runs after this time, it has succeeded: a failure, such as a missing browser, shows sooner. */
const FAILURE_MS = 500

/** Returns false if this machine does not have the program that opens files, or if that program fails at once. */
export async function openWithSystem(target: string): Promise<boolean> {
  const child = spawn(program, [...args, target], { stdio: 'ignore', detached: true })
  const ended = Promise.withResolvers<boolean>()
  child.once('error', () => ended.resolve(false))
  child.once('exit', (code) => ended.resolve(code === 0))
  const timer = setTimeout(ended.resolve, FAILURE_MS, true)
  try {
    return await ended.promise
  } finally {
    clearTimeout(timer)
    child.unref()
  }
}

const SHOWN =
  /\.(jpe?g|png|gif|webp|avif|heic|bmp|tiff?|mp[34]|m4[av]|og[agv]|opus|aac|wav|flac|webm|mov|pdf|txt|csv|json|log)$/i

/**
 * Returns true for a file that the system shows or plays. The system could run other files, such as scripts or
 * shortcuts.
 */
export const isOnlyShown = (name: string) => SHOWN.test(name)
