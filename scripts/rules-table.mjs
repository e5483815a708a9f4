// Writes the table of rules into the docs.
// For each part of docs/service/rules.md, it shows the number of rules and how many of them a passing test names.
// The script reads the report that `npm run test:all` writes. With --check, it fails if the table is out of date.

import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const REPORT = 'test/report.json'
const TABLE_PATTERN = /(<!-- rules -->\n)[\s\S]*?(<!-- \/rules -->)/

/** Writes the table, or only compares it if `check` is true. Returns a problem as text, or undefined on success. */
export function rulesTable({ root = '.', check = false } = {}) {
  const report = join(root, REPORT)
  if (!existsSync(report)) return `There is no ${REPORT}. Write it with: npm run test:all`
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const ran = testResults.map(({ name }) => name.replaceAll('\\', '/'))
  const missing = globSync('test/**/*.test.ts', { cwd: root }).filter(
    (file) => !ran.some((name) => name.endsWith(file)),
  )
  if (missing.length) return `${REPORT} is of a run without ${missing[0]}. Write it again with: npm run test:all`
  const passed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
  )
  const tested = new Set(passed.flatMap((name) => name.match(/\b[A-Z]{2,5}-\d{2,3}\b/g) ?? []))
  return writeTable(tableOf(readFileSync(join(root, 'docs/service/rules.md'), 'utf8'), tested), root, check)
}

function writeTable(table, root, check) {
  const pages = globSync(['README.md', 'docs/**/*.md'], { cwd: root })
  const page = pages.find((each) => TABLE_PATTERN.test(readFileSync(join(root, each), 'utf8')))
  if (!page) return 'Neither README.md nor a page of docs has the marks <!-- rules --> and <!-- /rules -->.'
  const text = readFileSync(join(root, page), 'utf8')
  const renewed = text.replace(TABLE_PATTERN, (_, before, after) => `${before}${table}\n${after}`)
  if (!check) writeFileSync(join(root, page), renewed)
  else if (renewed !== text) {
    return `The table of rules in ${page} is out of date. Renew it with: node scripts/rules-table.mjs`
  }
}

function tableOf(rules, tested) {
  const rows = [...rules.matchAll(/^## ([A-Z]+): (.*)$/gm)].map(([, prefix, title]) => {
    const ids = [...rules.matchAll(new RegExp(`^\\| (${prefix}-\\d+) +\\|`, 'gm'))].map(([, id]) => id)
    return { prefix, title: withCode(title), rules: ids.length, tested: ids.filter((id) => tested.has(id)).length }
  })
  const sum = (column) => rows.reduce((total, row) => total + row[column], 0)
  return [
    '| prefix | subject of the rules | number of rules | tested rules |',
    '|---|---|---:|---:|',
    ...rows.map((row) => `| ${row.prefix} | ${row.title} | ${row.rules} | ${row.tested} |`),
    `| | **all** | **${sum('rules')}** | **${sum('tested')}** |`,
  ].join('\n')
}

/** Formats names in a title, such as sendMessage or chat_id, as code. */
const withCode = (title) => title.replace(/\b[a-z]+[A-Z]\w*|\b[a-z]+_\w+/g, '`$&`')

if (import.meta.main) {
  const problem = rulesTable({ check: process.argv.includes('--check') })
  if (problem) {
    process.stderr.write(`${problem}\n`)
    process.exitCode = 1
  }
}
