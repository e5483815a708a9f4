// Opens a file or an address with the program that this machine has for it.

import { spawn } from 'node:child_process'

const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  // Unlike `cmd /c start`, rundll32 does not interpret the special characters of an address.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

const [program = '', ...args] = OPENERS[process.platform] ?? ['xdg-open']

export const SYSTEM_OPENER = program

/** Returns false if this machine does not have the program. */
export function openWithSystem(target: string): Promise<boolean> {
  const child = spawn(program, [...args, target], { stdio: 'ignore', detached: true })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
