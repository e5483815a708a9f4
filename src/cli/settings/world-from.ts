// Reads a world file.

import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { Problem } from '../../lib/problem.ts'
import { type WorldFile, worldSchema } from '../../scenario/world-file.ts'

export function worldFrom(file: string): WorldFile {
  const content = readOrExplain(file)
  const world = (content as { world?: unknown } | null)?.world ?? content ?? {}
  const parsed = worldSchema.safeParse(world)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Problem(
    'bad-world',
    `${file}: ${issue!.path.join('.')}: ${issue!.message}`,
    'A world has service, clock, users, bots, groups and channels.',
  )
}

function readOrExplain(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Problem(
      'bad-world',
      `${file} cannot be read: ${(error as Error).message}`,
      'Name a YAML or JSON file with --world.',
    )
  }
}
