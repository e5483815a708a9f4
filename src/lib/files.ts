// Reads and writes small files, and tells whose they are.

import { existsSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Problem } from './problem.ts'

/** Reads a file that the user has named. */
export function readInput(file: string, code: string, hint: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new Problem(code, `${file} cannot be read: ${(error as Error).message}.`, hint)
  }
}

/** Returns an empty object if the file is missing or invalid. */
export function readJsonFile(file: string): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(readFileSync(file, 'utf8')) }
  } catch {
    return {}
  }
}

/** Writes a new file in place of the file, link or pipe of this name, and does not follow the link. */
export function replaceFile(file: string, text: string, mode = 0o666) {
  try {
    rmSync(file, { force: true })
    writeFileSync(file, text, { flag: 'wx', mode })
  } catch (error) {
    throw new Problem('not-written', `${file} was not written: ${(error as Error).message}.`, 'Choose another folder.')
  }
}

/** Returns true if a file or folder belongs neither to this account nor to root. */
export function isOfAnotherAccount(file: string): boolean {
  const user = process.getuid?.()
  if (user === undefined || !existsSync(file)) return false
  const { uid } = statSync(file)
  return uid !== user && uid !== 0
}

/** Returns the folder and its parents, up to the home folder or the root of a Git repository. */
export function foldersUpwards(folder: string): string[] {
  const parent = dirname(folder)
  const isLast = parent === folder || folder === homeFolder() || existsSync(join(folder, '.git'))
  return isLast ? [folder] : [folder, ...foldersUpwards(parent)]
}

export function homeFolder(): string | undefined {
  try {
    return realpathSync(homedir())
  } catch {
    return undefined
  }
}
