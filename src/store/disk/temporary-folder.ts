// Creates temporary folders for worlds in memory, and removes the folders of killed emulators.

import { mkdtempSync, readlinkSync, writeFileSync } from 'node:fs'
import { lstat, readdir, readFile, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../lib/is-alive.ts'

const PREFIX = 'bot-emulator-'
const OWNER = 'owner'

export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  writeFileSync(join(folder, OWNER), `${process.pid} ${processTable()}`)
  return folder
}

/** Identifies the machine or container. Containers may share the temporary folder, but not their process ids. */
function processTable(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

let isDone = false

/** Removes the folders of killed emulators, once per process. */
export async function removeLeftovers() {
  if (isDone) return
  isDone = true
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names) if (name.startsWith(PREFIX)) await removeIfLeft(join(tmpdir(), name)).catch(() => {})
}

async function removeIfLeft(folder: string) {
  const stats = await lstat(folder)
  if (!stats.isDirectory() || stats.uid !== process.getuid?.()) return
  const owner = await readFile(join(folder, OWNER), 'utf8').catch(() => '')
  const [, pid, table] = /^(\d+) (.+)$/.exec(owner) ?? []
  if (table === processTable() && !isAlive(Number(pid))) await rm(folder, { recursive: true, force: true })
}
