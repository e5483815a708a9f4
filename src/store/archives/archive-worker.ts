// The worker thread that runs a job on a large archive.

import { parentPort, workerData } from 'node:worker_threads'
import { JOBS, type Outcome, type Task } from './jobs.ts'

async function outcomeOf({ name, args }: Task): Promise<Outcome> {
  try {
    const job = JOBS[name] as (...args: unknown[]) => Promise<unknown>
    return { result: await job(...args) }
  } catch (error) {
    const { message } = error as Error
    return { failure: { ...(error as object), message } }
  }
}

parentPort?.postMessage(await outcomeOf(workerData as Task))
