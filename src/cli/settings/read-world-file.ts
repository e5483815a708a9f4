// Reads the world from a world file or a scenario file.

import { readInput } from '../../lib/files.ts'
import { checkWholeWorld, checkWorld } from '../../testing/scenarios/read/checks/check-world.ts'
import { explainIssues } from '../../testing/scenarios/read/checks/explain-issues.ts'
import { type Mistake, mistakesProblem } from '../../testing/scenarios/read/mistake.ts'
import { readSource, type Source } from '../../testing/scenarios/read/source.ts'
import { type WorldFile, worldSchema } from '../../testing/worlds/world-file.ts'
import { loadStepCatalogue } from '../test/load-step-catalogue.ts'

export function readWorldFile(file: string): WorldFile {
  const text = readInput(file, 'bad-world', 'Pass a YAML or JSON file with --world.').toString()
  const source = readSource(file, text)
  const mistakes = Array.isArray(source) ? source : mistakesOf(underWorldKey(source))
  if (Array.isArray(source) || mistakes.length) throw mistakesProblem('bad-world', mistakes)
  return worldSchema.parse((underWorldKey(source).value as { world: unknown }).world)
}

/** Puts a world file's content under the key `world`, as in a scenario file. Locations still refer to the file. */
function underWorldKey(source: Source): Source {
  const { value } = source
  if (typeof value === 'object' && value !== null && 'world' in value) {
    return { ...source, value: { world: (value as { world: unknown }).world ?? {} } }
  }
  return {
    file: source.file,
    value: { world: value },
    locationOf: (path, part) => source.locationOf(path.slice(1), part),
  }
}

function mistakesOf(source: Source): Mistake[] {
  const { world } = source.value as { world: WorldFile }
  const schemaMistakes = explainIssues({ source, path: ['world'], value: world, name: 'world' }, worldSchema)
  if (schemaMistakes.length) return schemaMistakes
  return [...checkWorld(source, loadStepCatalogue()), ...checkWholeWorld(source, world)]
}
