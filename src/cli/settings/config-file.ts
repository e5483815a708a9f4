// The configuration file: the first one on the way up from where a command is given.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Problem } from '../../lib/problem.ts'

const NAMES = ['bot-emulator.config.yaml', 'bot-emulator.config.json']

export function findConfigFile(folder: string): string | undefined {
  const file = NAMES.map((name) => join(folder, name)).find((file) => existsSync(file))
  if (file !== undefined || dirname(folder) === folder) return file
  return findConfigFile(dirname(folder))
}

export async function readConfigFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  const { parse } = await import('yaml')
  let content: unknown
  try {
    content = parse(readFileSync(file, 'utf8')) ?? {}
  } catch (error) {
    const [first] = (error as Error).message.split('\n')
    throw new Problem('bad-setting', `${file} cannot be read: ${first}`, 'Mend it, or move it away.')
  }
  if (typeof content === 'object' && !Array.isArray(content)) return content as Record<string, unknown>
  throw new Problem('bad-setting', `${file} holds no settings.`, 'Write each as a line: port: 9000')
}
