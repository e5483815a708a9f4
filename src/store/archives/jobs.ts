// The jobs on archives, each of which takes seconds if the world is large.

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

/** An error as plain data, because the class of an error is lost between threads. */
export interface Failure {
  message: string
  code?: unknown
  hint?: string
}
