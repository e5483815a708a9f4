// Checks which folders of src import which others, and finds cycles, also of types.

import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a wing, a room or a file of src may import from outside of its wing. After "type": types only. */
const OUTSIDE = {
  lib: [],
  service: ['lib'],
  control: ['service', 'lib'],
  'emulator.ts': ['control', 'service', 'lib'],
  http: ['emulator.ts', 'control', 'service/rules', 'service/media', 'service/bot-api', 'lib'],
  testing: ['control/contract', 'control/describe', 'control/client', 'service/rules', 'lib'],
  'testing/recorder': ['emulator.ts', 'http'],
  'testing/library': ['emulator.ts', 'http'],
  screens: ['control/contract', 'control/describe', 'control/client', 'service/rules', 'lib'],
  cli: [
    'emulator.ts',
    'http',
    'control',
    'testing',
    'screens',
    'service/rules',
    'service/media',
    'type service/event-log',
    'lib',
  ],
  'index.ts': ['testing/library', 'control/contract', 'control/client', 'service/rules', 'lib'],
}

/** The rooms of each wing, by floors: a room may import the rooms of the floors below, and none of its own floor. */
const FLOORS = {
  service: ['rules', 'store media event-log', 'messenger', 'delivery', 'bot-api'],
  control: ['contract', 'describe', 'clock present', 'diagnosis', 'actions views', 'openapi client'],
  testing: ['bot-clock seen', 'programs worlds', 'scenarios', 'recorder', 'compare faults library', 'explore'],
  screens: ['model', 'dashboard page'],
}

export const ROOMS = Object.keys(OUTSIDE)
  .filter((wing) => !wing.includes('/'))
  .flatMap((wing) =>
    FLOORS[wing] ? FLOORS[wing].flatMap((floor) => floor.split(' ').map((room) => `${wing}/${room}`)) : wing,
  )

const IMPORT =
  /(?:^|[\s;}])(?:import|export)(\s+type\b)?[^'"`;]*?from\s*['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]|^import\s*['"](\.[^'"]+)['"]/gm

export function importsOf(root = '.') {
  const files = globSync('src/**/*.{ts,tsx,cts,cjs}', { cwd: root }).sort()
  return new Map(
    files.map((file) => {
      const found = [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map(
        ([, type, from, called, alone]) => ({ path: join(dirname(file), from ?? called ?? alone), type: type ?? '' }),
      )
      return [file, found.filter(({ path }) => /\.c?tsx?$/.test(path))]
    }),
  )
}

export function mistakesIn(imports) {
  return [...forbiddenImports(imports), ...cycles(imports)]
}

function* forbiddenImports(imports) {
  for (const [file, targets] of imports) {
    const [, wing, room] = file.split('/')
    const floor = FLOORS[wing]?.findIndex((each) => each.split(' ').includes(room))
    if (!OUTSIDE[wing] || floor === -1) {
      yield `${file}: ${dirname(file)} is no room of scripts/check-rooms.mjs.`
      continue
    }
    const below = FLOORS[wing]?.slice(0, floor).flatMap((each) => each.split(' ').map((one) => `${wing}/${one}`)) ?? []
    const own = FLOORS[wing] ? `${wing}/${room}` : wing
    // The declarations for CommonJS name the types of the package.
    const exports = file.endsWith('cts') ? ['index.ts'] : []
    const allowed = [own, ...below, ...OUTSIDE[wing], ...(OUTSIDE[`${wing}/${room}`] ?? []), ...exports]
    for (const { path, type } of targets) {
      const target = path.slice('src/'.length)
      const isIn = (place) => target === place || target.startsWith(`${place}/`)
      if (allowed.some((each) => isIn(each) || (type && each.startsWith('type ') && isIn(each.slice(5))))) continue
      yield `${file} imports ${path}: ${own} may import ${allowed.slice(1).join(', ') || 'nothing'}.`
    }
  }
}

function* cycles(imports) {
  const state = new Map()
  const path = []
  function* visit(file) {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      yield `A cycle: ${[...path.slice(path.indexOf(file)), file].join(' -> ')}`
      return
    }
    state.set(file, 'open')
    path.push(file)
    for (const { path: target } of imports.get(file) ?? []) yield* visit(target)
    path.pop()
    state.set(file, 'done')
  }
  for (const file of imports.keys()) yield* visit(file)
}

if (import.meta.main ?? process.argv[1]?.endsWith('check-rooms.mjs')) {
  const mistakes = mistakesIn(importsOf())
  for (const mistake of mistakes) console.error(mistake)
  if (mistakes.length) process.exitCode = 1
}
