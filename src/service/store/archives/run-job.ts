// Runs jobs on archives in a worker thread, one after another.

import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Problem } from '../../../lib/problem.ts'
import type { Failure, JobOutcome, Jobs, Task } from './archive-worker.ts'

let worker: Worker | undefined
let lastJob: Promise<unknown> = Promise.resolve()

export async function runJob<Name extends keyof Jobs>(
  name: Name,
  ...args: Parameters<Jobs[Name]>
): Promise<ReturnType<Jobs[Name]>> {
  const job = lastJob.then(() => runInWorker({ name, args }))
  lastJob = job.catch(() => {})
  return job as Promise<ReturnType<Jobs[Name]>>
}

async function runInWorker(task: Task): Promise<unknown> {
  worker ??= startWorker()
  worker.ref()
  worker.postMessage(task)
  try {
    const [outcome] = (await once(worker, 'message')) as [JobOutcome]
    if ('failure' in outcome) throw asError(outcome.failure)
    return outcome.result
  } finally {
    // The process may end while the worker waits for the next job.
    worker?.unref()
  }
}

function startWorker(): Worker {
  // The worker's file has the same extension as this file: .ts in the sources, .js in the bundle.
  const workerFile = new URL(`./archive-worker${extname(import.meta.url)}`, import.meta.url)
  // Modules that the user passed to Node with --import or --require are not loaded in the worker.
  const started = new Worker(workerFile, { execArgv: [] })
  return started.once('exit', () => {
    worker = undefined
  })
}

function asError({ message, code, hint, ...rest }: Failure): Error {
  if (hint !== undefined) return new Problem(String(code), message, hint)
  return Object.assign(new Error(message), rest, { code })
}
