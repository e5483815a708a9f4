// Reads and writes files, with checks that a file belongs to the user.

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Problem } from './problem.ts'

/** The default maximum size of a file that this module reads. */
const MAX_BYTES = 16 * 1024 * 1024
const PIECE_BYTES = 1024 * 1024

/** Reads a file, a pipe or a device that the user has named. Throws a Problem if it has too many bytes. */
export function readInput(file: string, code: string, hint: string, maxBytes = MAX_BYTES): Buffer {
  try {
    const fd = openSync(file, 'r')
    try {
      return readUpTo(fd, maxBytes)
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    throw new Problem(code, `${file} cannot be read: ${(error as Error).message}.`, hint)
  }
}

function readUpTo(fd: number, maxBytes: number): Buffer {
  const pieces: Buffer[] = []
  for (let size = 0; size <= maxBytes; size += pieces.at(-1)?.length ?? 0) {
    const piece = Buffer.allocUnsafe(PIECE_BYTES)
    const length = readSync(fd, piece)
    if (!length) return Buffer.concat(pieces)
    pieces.push(piece.subarray(0, length))
  }
  throw new Error(`it has more than ${maxBytes} bytes`)
}

/** Returns the text of a regular file that only this user or root can write, or `why` the file is not trusted. */
export function readOwnFile(file: string, maxBytes = MAX_BYTES): { text: string } | { why: string } | undefined {
  const linkStats = statOf(lstatSync, file)
  const targetStats = statOf(statSync, file)
  if (!linkStats || !targetStats) return undefined
  const why = whyUntrusted(linkStats, maxBytes) ?? whyUntrusted(targetStats, maxBytes)
  if (why !== undefined) return { why }
  try {
    // Opens without blocking, because a blocking open would wait for a writer if the file has become a pipe since the
    // check.
    const fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const why = whyUntrusted(fstatSync(fd), maxBytes)
      return why === undefined ? { text: readFileSync(fd, 'utf8') } : { why }
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    return { why: `it cannot be read: ${(error as Error).message}.` }
  }
}

/** Returns an empty object if the file is missing, unsafe or invalid. */
export function readOwnJson(file: string): Readonly<Record<string, unknown>> {
  try {
    const own = readOwnFile(file)
    return own && 'text' in own ? { ...JSON.parse(own.text) } : {}
  } catch {
    return {}
  }
}

/** Writes a JSON file. Throws if the file exists and `isOurs` does not recognize its content. */
export function writeOwnJson(
  file: string,
  value: object,
  isOurs: (before: Readonly<Record<string, unknown>>) => boolean,
) {
  if (isOurs(readOwnJson(file))) rmSync(file, { force: true })
  writeFileSync(file, `${JSON.stringify(value)}\n`, { flag: 'wx', mode: 0o600 })
}

/** Writes a new file in place of the file, link or pipe of this name, and does not follow the link. */
export function replaceFile(file: string, text: string) {
  try {
    rmSync(file, { force: true })
    writeFileSync(file, text, { flag: 'wx' })
  } catch (error) {
    throw new Problem('not-written', `${file} was not written: ${(error as Error).message}.`, 'Name another folder.')
  }
}

/** Returns the folder and its parents, up to the home folder, the root of a Git repository or a mounted file system. */
export function foldersUpwards(folder: string): string[] {
  const parent = dirname(folder)
  const isLast =
    parent === folder ||
    folder === homeFolder() ||
    existsSync(join(folder, '.git')) ||
    statOf(statSync, parent)?.dev !== statOf(statSync, folder)?.dev
  return isLast ? [folder] : [folder, ...foldersUpwards(parent)]
}

export function homeFolder(): string | undefined {
  try {
    return realpathSync(homedir())
  } catch {
    return undefined
  }
}

/** Returns undefined if the file is missing, or if this account may not access its folder. */
function statOf(stat: (file: string) => Stats, file: string): Stats | undefined {
  try {
    return stat(file)
  } catch {
    return undefined
  }
}

function whyUntrusted(stats: Stats, maxBytes: number): string | undefined {
  const user = process.getuid?.()
  if (user !== undefined && stats.uid !== user && stats.uid !== 0)
    return 'it belongs to another account. Make a copy of your own if you trust it.'
  // The permissions of a symbolic link have no effect, so only those of its target are checked, by the caller.
  if (stats.isSymbolicLink()) return undefined
  if (!stats.isFile()) return 'it is not a regular file.'
  if (stats.size > maxBytes) return `it has more than ${maxBytes} bytes.`
  return user !== undefined && isWritableByOthers(stats)
    ? 'other accounts may write to it. Run chmod go-w on the file.'
    : undefined
}

/** Ignores the Unix group whose id equals the owner's, because on many systems that group contains only the owner. */
const isWritableByOthers = ({ mode, uid, gid }: Stats) => (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== uid)
