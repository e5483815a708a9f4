// Runs all measurements of this folder, or the named ones, and reports reached targets.
// The argument `trust/` runs all measurements in the folder trust, `trust/<name>` runs one of them.
//
// A measurement exports `title` and `async measure()`, which returns one result or a list of results:
//   { name?, ratio?, target?, unit?, figures? }
// `target` is the minimum of `ratio`, or its maximum as `{ most: n }`; `figures` are the underlying values.

import { readdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename } from 'node:path'
import { reaches } from './lib/reaches.mjs'
import { toTable } from './lib/table.mjs'

const own = basename(import.meta.url)
const words = process.argv.slice(2)
const folder = words[0]?.startsWith('trust/') ? 'trust/' : ''
const all = readdirSync(new URL(`./${folder}`, import.meta.url)).filter((file) => file.endsWith('.mjs') && file !== own)
const wanted = words.map((word) => (word.startsWith(folder) ? word.slice(folder.length) : word)).filter(Boolean)
const unknown = wanted.filter((name) => !all.includes(`${name}.mjs`))
if (unknown.length) {
  console.error(`No such measurement: ${unknown.join(', ')}. There are ${all.map((f) => f.slice(0, -4)).join(', ')}.`)
  process.exit(2)
}

const results = []
for (const name of wanted.length ? wanted : all.map((file) => file.slice(0, -4)).sort()) {
  const { title, measure } = await import(`./${folder}${name}.mjs`)
  process.stderr.write(`${name}: ${title} …\n`)
  for (const result of [await measure()].flat()) results.push({ title, ...result })
}

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0].model}\n`)
console.log(toTable(results))
const missed = results.filter(({ ratio, target }) => target !== undefined && !reaches(ratio, target))
const aimed = results.filter(({ target }) => target !== undefined).length
console.log(`\n${aimed - missed.length} of ${aimed} targets reached${missed.length ? '; missed:' : '.'}`)
for (const { title, name } of missed) console.log(`  ${[title, name].filter(Boolean).join(': ')}`)
process.exitCode = missed.length ? 1 : 0
