// Files that users name, and files that are believed only if they are the user's own.

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Problem } from '../lib/problem.ts'

/** Reads a file that a flag or a setting names, or says why it cannot be read. */
export function readInput(file: string, code: string, hint: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new Problem(code, `${file} cannot be read: ${(error as Error).message}.`, hint)
  }
}

/** Reads a regular file if only this user or root can have written it; `why` says what speaks against that. */
export function readOwn(file: string): { text: string } | { why: string } | undefined {
  const named = statOf(lstatSync, file)
  const meant = statOf(statSync, file)
  if (!named || !meant) return undefined
  const why = whyForeign(named) ?? whyForeign(meant)
  if (why !== undefined) return { why }
  try {
    // Without a wait for a writer, as a pipe may have taken its place by now.
    const fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const why = whyForeign(fstatSync(fd))
      return why === undefined ? { text: readFileSync(fd, 'utf8') } : { why }
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    return { why: `it cannot be read: ${(error as Error).message}.` }
  }
}

/** The JSON in a file of this user, or an empty object. */
export function readOwnJson(file: string): Readonly<Record<string, unknown>> {
  try {
    const own = readOwn(file)
    return own && 'text' in own ? { ...JSON.parse(own.text) } : {}
  } catch {
    return {}
  }
}

/** Writes JSON for this user alone. Throws if another program's file, a link or a pipe has the name. */
export function writeOwnJson(
  file: string,
  value: object,
  isOurs: (before: Readonly<Record<string, unknown>>) => boolean,
) {
  if (isOurs(readOwnJson(file))) rmSync(file, { force: true })
  writeFileSync(file, `${JSON.stringify(value)}\n`, { flag: 'wx', mode: 0o600 })
}

/** This folder and those above it, up to the home folder, a repository's root or the border of a file system. */
export function foldersUpwards(folder: string): string[] {
  const above = dirname(folder)
  const isBorder =
    above === folder ||
    folder === home() ||
    existsSync(join(folder, '.git')) ||
    statOf(statSync, above)?.dev !== statOf(statSync, folder)?.dev
  return isBorder ? [folder] : [folder, ...foldersUpwards(above)]
}

/** Some accounts have no home folder. */
export function home(): string | undefined {
  try {
    return realpathSync(homedir())
  } catch {
    return undefined
  }
}

/** A file in a folder that this account may not look into does not count. */
function statOf(stat: (file: string) => Stats, file: string): Stats | undefined {
  try {
    return stat(file)
  } catch {
    return undefined
  }
}

function whyForeign(stats: Stats): string | undefined {
  const user = process.getuid?.()
  if (user !== undefined && stats.uid !== user && stats.uid !== 0)
    return 'it belongs to another account. Make a copy of your own if you trust it.'
  // The right to write through a link is that of the file behind it.
  if (stats.isSymbolicLink()) return undefined
  if (!stats.isFile()) return 'it is not a regular file.'
  return user !== undefined && isWritableByOthers(stats)
    ? 'other accounts may write to it. Prevent that with: chmod go-w'
    : undefined
}

/** Many systems give each user a group of the same number, and let this group write to the user's files. */
const isWritableByOthers = ({ mode, uid, gid }: Stats) => (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== uid)
