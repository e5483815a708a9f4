// The reporters that tell of a whole run at its end, by name.

import type { RunResult } from '../run/result.ts'
import { githubReport } from './github.ts'
import { htmlReport } from './html.ts'
import { junitReport } from './junit.ts'
import { counts } from './summary.ts'
import { tapReport } from './tap.ts'

export const REPORTS: Readonly<Record<string, (run: RunResult) => string>> = {
  tap: tapReport,
  junit: junitReport,
  json: (run) => `${JSON.stringify({ ...counts(run), ...run }, null, 2)}\n`,
  github: githubReport,
  html: htmlReport,
}
