// The whole run as JSON.

import type { RunResult } from '../run/result.ts'
import { counts } from './summary.ts'

export const jsonReport = (run: RunResult): string => `${JSON.stringify({ ...counts(run), ...run }, null, 2)}\n`
