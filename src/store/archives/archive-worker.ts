// The worker thread that runs jobs on archives, which take seconds for large worlds.

import { parentPort } from 'node:worker_threads'
import { buildDatabase } from './build-database.ts'
import { openArchive } from './open-archive.ts'
import { packArchive } from './pack-archive.ts'

const JOBS = { pack: packArchive, open: openArchive, build: buildDatabase }

export type Jobs = typeof JOBS

export type JobName = keyof Jobs

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

async function outcomeOf({ name, args }: Task): Promise<Outcome> {
  try {
    const job = JOBS[name] as (...args: unknown[]) => Promise<unknown>
    return { result: await job(...args) }
  } catch (error) {
    const { message } = error as Error
    return { failure: { ...(error as object), message } }
  }
}

parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await outcomeOf(task)))
