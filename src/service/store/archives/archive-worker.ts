// The worker thread that packs, checks and unpacks archives, which takes seconds for large worlds.

import { parentPort } from 'node:worker_threads'
import { packArchive } from './pack.ts'
import { buildDatabase, openArchive } from './unpack.ts'

const JOBS = { pack: packArchive, open: openArchive, build: buildDatabase }

export type Jobs = typeof JOBS

export interface Task {
  name: keyof Jobs
  args: unknown[]
}

/** An error as plain data, because an Error loses its class when it is sent between threads. */
export interface Failure {
  message: string
  code?: unknown
  hint?: string
}

export type JobOutcome = { result: unknown } | { failure: Failure }

function outcomeOf({ name, args }: Task): JobOutcome {
  try {
    const job = JOBS[name] as (...args: unknown[]) => unknown
    return { result: job(...args) }
  } catch (error) {
    const { message } = error as Error
    return { failure: { ...(error as object), message } }
  }
}

parentPort?.on('message', (task: Task) => parentPort?.postMessage(outcomeOf(task)))
