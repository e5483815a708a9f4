// The worker thread that runs jobs on archives, one after another.

import { parentPort } from 'node:worker_threads'
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

parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await outcomeOf(task)))
