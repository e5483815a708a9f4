// Tests scripts/rules-table.mjs, which counts the tested rules from a test report.

import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { emptyFolder } from '../../helpers/program.ts'

const RULES = `## ENV: envelope

| id     | rule |
| ------ | ---- |
| ENV-01 | one  |
| ENV-02 | two  |
| ENV-03 | three |

## TEXT: sendMessage

| id      | rule |
| ------- | ---- |
| TEXT-01 | one  |
`

const table = (env: number, text: number) => `<!-- rules -->
| prefix | subject of the rules | number of rules | tested rules |
|---|---|---:|---:|
| ENV | envelope | 3 | ${env} |
| TEXT | \`sendMessage\` | 1 | ${text} |
| | **all** | **4** | **${env + text}** |
<!-- /rules -->
`

const EMPTY = '# A page\n\n<!-- rules -->\n<!-- /rules -->\n'

const PASSED = [
  ['ENV-01 is so', 'passed'],
  ['ENV-02 is refused', 'failed'],
  ['ENV-03 is left out', 'skipped'],
  ['group TEXT-01 GAP-01 by its group', 'passed'],
]

/** Creates a project with these files, one test file and a report of a run. The run included the `ran` files. */
function project(files: Record<string, string>, ran?: string[]): string {
  const folder = emptyFolder()
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  write('docs/service/rules.md', RULES)
  write('test/conformance/env.test.ts', '// ENV-01 ENV-02 ENV-03 stand here, which counts for nothing.')
  for (const [name, content] of Object.entries(files)) write(name, content)
  const assertionResults = PASSED.map(([fullName, status]) => ({ fullName, status }))
  const testResults = ran?.map((name) => ({ name: join(folder, name), assertionResults }))
  if (testResults) write('test/report.json', JSON.stringify({ testResults }))
  return folder
}

function run(cwd: string, ...flags: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [resolve('scripts/rules-table.mjs'), ...flags], { cwd })
  return { status, stderr: stderr.toString() }
}

const DONE = { status: 0, stderr: '' }
const ALL = ['test/conformance/env.test.ts']

it.each(['README.md', 'docs/fidelity.md'])('counts in %s the rules of the tests that passed', (page) => {
  const folder = project({ 'README.md': '# No table here\n', [page]: EMPTY }, ALL)
  const said = `The table of rules in ${page} is out of date. Renew it with: node scripts/rules-table.mjs\n`
  expect(run(folder, '--check')).toEqual({ status: 1, stderr: said })
  expect(readFileSync(join(folder, page), 'utf8')).toBe(EMPTY)
  expect(run(folder)).toEqual(DONE)
  expect(readFileSync(join(folder, page), 'utf8')).toBe(`# A page\n\n${table(1, 1)}`)
  expect(run(folder, '--check')).toEqual(DONE)
})

it('explains how to write a missing or an incomplete report', () => {
  const none = 'There is no test/report.json. Write it with: npm run test:all\n'
  expect(run(project({ 'README.md': EMPTY }), '--check')).toEqual({ status: 1, stderr: none })
  const fewer = project({ 'README.md': EMPTY, 'test/http/a.slow.test.ts': '' }, ALL)
  const said = 'test/report.json is of a run without test/http/a.slow.test.ts. Write it again with: npm run test:all\n'
  expect(run(fewer)).toEqual({ status: 1, stderr: said })
})

it('names the missing marks of the table', () => {
  const said = 'Neither README.md nor a page of docs has the marks <!-- rules --> and <!-- /rules -->.\n'
  expect(run(project({ 'README.md': '# A page\n' }, ALL))).toEqual({ status: 1, stderr: said })
})
