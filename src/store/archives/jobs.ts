// The work on archives: with a large world each piece takes seconds.

import { buildDatabase } from './build-database.ts'
import { openArchive } from './open-archive.ts'
import { packArchive } from './pack-archive.ts'

export const JOBS = { pack: packArchive, open: openArchive, build: buildDatabase }

export type JobName = keyof typeof JOBS

export interface Task {
  name: JobName
  args: unknown[]
}

export type Outcome = { result: unknown } | { failure: Failure }

/** An error as it goes from one thread to another, which makes a plain one of it. */
export interface Failure {
  message: string
  code?: unknown
  hint?: string
}
