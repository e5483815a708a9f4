// The jobs on archives that a worker thread runs. They take seconds for large worlds.

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

/** A job's error as plain data, because an Error loses its class when it is sent between threads. */
export interface Failure {
  message: string
  code?: unknown
  hint?: string
}
