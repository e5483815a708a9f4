// The reporters that tell of a whole run at its end, by name.

import type { RunResult } from '../run/result.ts'
import { githubReport } from './github.ts'
import { htmlReport } from './html.ts'
import { jsonReport } from './json.ts'
import { junitReport } from './junit.ts'
import { tapReport } from './tap.ts'

export type Report = (run: RunResult) => string

export const REPORTS: Readonly<Record<string, Report>> = {
  tap: tapReport,
  junit: junitReport,
  json: jsonReport,
  github: githubReport,
  html: htmlReport,
}
