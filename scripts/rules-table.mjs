// Writes into docs/fidelity.md how many rules of the service's specification each operation has, and how many of them tests
// cite. With --check it only says whether the table is up to date.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PAGE = 'docs/fidelity.md'
const PLACE = /(<!-- rules -->\n)[\s\S]*?(<!-- \/rules -->)/

const rules = readFileSync('test/conformance/rules.md', 'utf8')
const tests = readdirSync('test', { recursive: true }).filter((path) => path.endsWith('.test.ts'))
const cited = new Set(
  tests.flatMap((path) => readFileSync(join('test', path), 'utf8').match(/\b[A-Z]{2,5}-\d{2,3}\b/g)),
)

/** Names written as code: operations, fields and objects. */
const withCode = (title) => title.replace(/\b[a-z]+[A-Z]\w*|\b[a-z]+_\w+/g, '`$&`')

const rows = [...rules.matchAll(/^## ([A-Z]+): (.*)$/gm)].map(([, prefix, title]) => {
  const ids = [...rules.matchAll(new RegExp(`^\\| (${prefix}-\\d+) \\|`, 'gm'))].map(([, id]) => id)
  return { prefix, title: withCode(title), rules: ids.length, tested: ids.filter((id) => cited.has(id)).length }
})

const sum = (of) => rows.reduce((total, row) => total + row[of], 0)
const table = [
  '| rules | what they are about | how many | tested |',
  '|---|---|---:|---:|',
  ...rows.map((row) => `| ${row.prefix} | ${row.title} | ${row.rules} | ${row.tested} |`),
  `| | **all** | **${sum('rules')}** | **${sum('tested')}** |`,
].join('\n')

const page = readFileSync(PAGE, 'utf8')
const renewed = page.replace(PLACE, (_, before, after) => `${before}${table}\n${after}`)
if (!process.argv.includes('--check')) writeFileSync(PAGE, renewed)
else if (renewed !== page) {
  process.stderr.write(
    'The table of rules in docs/fidelity.md is out of date. Renew it with: node scripts/rules-table.mjs\n',
  )
  process.exitCode = 1
}
