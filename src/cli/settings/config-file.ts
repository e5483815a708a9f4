// The configuration file: the first one on the way up from where a command is typed.

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mistakesProblem } from '../../scenario/read/mistake.ts'
import type { Source } from '../../scenario/read/source.ts'
import { readInput } from './read-input.ts'

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
  const source = readSource(file, readInput(file, 'bad-setting', 'Mend it, or move it away.').toString())
  if (Array.isArray(source)) throw mistakesProblem('bad-setting', source)
  const { value } = source
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...source, value: { ...value } }
  const at = { file, line: 1, column: 1 }
  const hint = 'Write each as a line: port: 9000'
  throw mistakesProblem('bad-setting', [{ at, message: 'The file holds no settings.', hint }])
}
