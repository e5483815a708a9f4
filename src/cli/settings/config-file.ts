// The configuration file: the first one on the way up from where a command is given.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Problem } from '../../lib/problem.ts'
import { mistakesProblem } from '../../scenario/read/mistake.ts'
import type { Source } from '../../scenario/read/source.ts'

const NAMES = ['bot-emulator.config.yaml', 'bot-emulator.config.json']

export interface Config extends Source {
  value: Readonly<Record<string, unknown>>
}

export function findConfigFile(folder: string): string | undefined {
  const file = NAMES.map((name) => join(folder, name)).find((file) => existsSync(file))
  if (file !== undefined || dirname(folder) === folder) return file
  return findConfigFile(dirname(folder))
}

export async function readConfigFile(file: string): Promise<Config> {
  const { readSource } = await import('../../scenario/read/source.ts')
  const source = readSource(file, textOf(file))
  if (Array.isArray(source)) throw mistakesProblem('bad-setting', source)
  const { value } = source
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...source, value: { ...value } }
  const at = { file, line: 1, column: 1 }
  const hint = 'Write each as a line: port: 9000'
  throw mistakesProblem('bad-setting', [{ at, message: 'The file holds no settings.', hint }])
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Problem(
      'bad-setting',
      `${file} cannot be read: ${(error as Error).message}.`,
      'Mend it, or move it away.',
    )
  }
}
