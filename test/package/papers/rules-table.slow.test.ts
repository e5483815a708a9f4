// Tests scripts/rules-table.mjs, which counts the tested rules from a test report.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { folder } from '../../helpers/folder.ts'

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

const TABLE = `<!-- rules -->
| prefix | subject of the rules | number of rules | tested rules |
|---|---|---:|---:|
| ENV | envelope | 3 | 1 |
| TEXT | \`sendMessage\` | 1 | 1 |
| | **all** | **4** | **2** |
<!-- /rules -->
`

const EMPTY = '# A page\n\n<!-- rules -->\n<!-- /rules -->\n'

/** The tests of a run: one passed, one failed, one was skipped, one is named by its group. */
const TESTS = [
  ['ENV-01 is so', 'passed'],
  ['ENV-02 is refused', 'failed'],
  ['ENV-03 is left out', 'skipped'],
  ['group TEXT-01 GAP-01 by its group', 'passed'],
].map(([fullName, status]) => ({ fullName, status }))

const REPORT = {
  'test/report.json': JSON.stringify({ testResults: [{ name: 'test/env.test.ts', assertionResults: TESTS }] }),
}

function run(cwd: string, ...flags: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [resolve('scripts/rules-table.mjs'), ...flags], { cwd })
  return { status, stderr: stderr.toString() }
}

const project = (files: Record<string, string>) =>
  folder({ 'docs/service/rules.md': RULES, 'test/env.test.ts': '// ENV-02 counts for nothing here.', ...files })

it('counts the rules of the tests that passed', () => {
  const at = project({ 'README.md': '# No table here\n', 'docs/fidelity.md': EMPTY, ...REPORT })
  const page = () => readFileSync(join(at, 'docs/fidelity.md'), 'utf8')
  const stderr = 'The table of rules in docs/fidelity.md is out of date. Renew it with: node scripts/rules-table.mjs\n'
  expect(run(at, '--check')).toEqual({ status: 1, stderr })
  expect(page()).toBe(EMPTY)
  expect(run(at)).toEqual({ status: 0, stderr: '' })
  expect(page()).toBe(`# A page\n\n${TABLE}`)
  expect(run(at, '--check')).toEqual({ status: 0, stderr: '' })
})

it.each([
  ['There is no test/report.json. Write it with: npm run test:all\n', { 'README.md': EMPTY }],
  [
    'test/report.json is of a run without test/a.slow.test.ts. Write it again with: npm run test:all\n',
    { 'README.md': EMPTY, 'test/a.slow.test.ts': '', ...REPORT },
  ],
  [
    'Neither README.md nor a page of docs has the marks <!-- rules --> and <!-- /rules -->.\n',
    { 'README.md': '# A page\n', ...REPORT },
  ],
])('refuses: %s', (stderr, files) => {
  expect(run(project(files as Record<string, string>))).toEqual({ status: 1, stderr })
})
