// Reads and writes the agent's files, none out of the working folder.

import { readFile, writeFile } from 'node:fs/promises'
import { basename, isAbsolute, relative, sep } from 'node:path'
import type { Values } from '../../control/client/client.ts'
import { errorText, Problem } from '../../lib/problem.ts'

export function pathBelow(path: string): string {
  const inside = relative('.', path)
  if (inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) return inside || '.'
  throw new Problem('bad-path', `${path} is not below the working folder.`, 'Copy the file to the working folder.')
}

/** Reads the file of `file: { path }`, so that the agent does not have to send its bytes. */
export async function withFile(params: Values): Promise<Values> {
  const { path } = (params.file ?? {}) as { path?: unknown }
  return typeof path === 'string' ? { ...params, file: { name: basename(path), bytes: await readBelow(path) } } : params
}

async function readBelow(path: string): Promise<Buffer> {
  try {
    return await readFile(pathBelow(path))
  } catch (error) {
    throw error instanceof Problem ? error : badFileProblem(`${path} cannot be read: ${errorText(error)}.`)
  }
}

export async function writeNewBelow(path: string, text: string): Promise<void> {
  const file = pathBelow(path)
  try {
    await writeFile(file, text, { flag: 'wx' })
  } catch (error) {
    throw badFileProblem(`${path} was not written: ${errorText(error)}.`)
  }
}

const badFileProblem = (message: string) =>
  new Problem('bad-file', message, 'Pass a file that is below the working folder.')
