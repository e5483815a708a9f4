// Checks imports between folders of src against rooms.json, and finds cycles.
// In rooms.json, "type" before a folder allows imports of types only. Cycles of type imports are reported too.

import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const rooms = JSON.parse(readFileSync(new URL('rooms.json', import.meta.url), 'utf8'))
const IMPORT =
  /(?:^|[\s;}])(?:import|export)(\s+type\b)?[^'"`;]*?from\s*['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]|^import\s*['"](\.[^'"]+)['"]/gm

/** Returns the room of a file: the first folder below src, or the name of a file directly in src. */
const roomOf = (file) => file.split('/')[1]

export function importsOf(root = '.') {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).sort()
  return new Map(
    files.map((file) => {
      const found = [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map(
        ([, type, from, called, alone]) => ({ path: join(dirname(file), from ?? called ?? alone), type: type ?? '' }),
      )
      return [file, found.filter(({ path }) => /\.tsx?$/.test(path))]
    }),
  )
}

export function mistakesIn(imports) {
  return [...forbiddenImports(imports), ...cycles(imports)]
}

function* forbiddenImports(imports) {
  for (const [file, targets] of imports) {
    const room = roomOf(file)
    const allowed = rooms[room]
    if (!allowed) yield `${file}: src/${room} is no room of scripts/rooms.json.`
    else if (allowed !== '*') {
      for (const { path, type } of targets) {
        const other = roomOf(path)
        const names = [other, path.slice('src/'.length)].flatMap((name) => (type ? [name, `type ${name}`] : name))
        if (other === room || names.some((name) => allowed.includes(name))) continue
        yield `${file} imports ${path}: ${room} may import ${allowed.join(', ') || 'nothing'}.`
      }
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

if (import.meta.main) {
  const mistakes = mistakesIn(importsOf())
  for (const mistake of mistakes) console.error(mistake)
  if (mistakes.length) process.exitCode = 1
}
