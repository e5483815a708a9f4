// Prints the ratios that the speed is judged by, or named measurements.
//
//   npm run bench                    sending, start, waking, memory, scenarios and a large world; about six minutes
//   npm run bench -- webhook photo   other measurements of this folder
//   npm run bench -- trust/          all in the folder trust; trust/<name> is one of them
//
// A measurement exports `title` and `async measure()`, which returns one result or a list of results:
//   { name?, ratio?, target?, unit?, figures? }
// `target` is the minimum of `ratio`, or its maximum as `{ most: n }`; `figures` are the underlying values.

import { readdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename } from 'node:path'
import { reaches } from './lib/reaches.mjs'
import { toTable } from './lib/table.mjs'

const USUAL = ['send', 'start', 'poll', 'memory', 'scenarios', 'big-world']

const own = basename(import.meta.url)
const words = process.argv.slice(2)
const folder = words[0]?.startsWith('trust/') ? 'trust/' : ''
const all = readdirSync(new URL(`./${folder}`, import.meta.url))
  .filter((file) => file.endsWith('.mjs') && file !== own)
  .map((file) => file.slice(0, -'.mjs'.length))
const wanted = words.map((word) => (word.startsWith(folder) ? word.slice(folder.length) : word)).filter(Boolean)
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length) {
  console.error(`No such measurement: ${unknown.join(', ')}. There are ${all.join(', ')}.`)
  process.exit(2)
}

const results = []
for (const name of wanted.length ? wanted : folder ? all : USUAL) {
  const { title, measure } = await import(`./${folder}${name}.mjs`)
  process.stderr.write(`${name}: ${title} …\n`)
  try {
    for (const result of [await measure()].flat()) results.push({ title, ...result })
  } catch (error) {
    process.stderr.write(`${error.stack}\n`)
    results.push({ title, name: 'not measured', ratio: Number.NaN, target: 1, figures: error.message.split('\n')[0] })
  }
}

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0].model}\n`)
console.log(toTable(results))
const aimed = results.filter(({ target }) => target !== undefined)
const reached = aimed.filter(({ ratio, target }) => reaches(ratio, target))
console.log(`\n${reached.length} of ${aimed.length} targets reached.`)
process.exitCode = reached.length === aimed.length ? 0 : 1
