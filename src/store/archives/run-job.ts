// Runs a job on an archive, in a worker thread if the archive is large.

import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Problem } from '../../lib/problem.ts'
import type { Failure, JOBS, JobName, Outcome, Task } from './jobs.ts'

const SMALL_BYTES = 1024 * 1024

type Job<Name extends JobName> = (typeof JOBS)[Name]

/** Runs a job. The first argument of each job is its file, whose size decides about the thread. */
export async function runJob<Name extends JobName>(
  name: Name,
  ...args: Parameters<Job<Name>>
): Promise<Awaited<ReturnType<Job<Name>>>> {
  type Result = Awaited<ReturnType<Job<Name>>>
  const { size } = await stat(args[0])
  if (size >= SMALL_BYTES) return (await runInThread({ name, args })) as Result
  // Imported lazily, because the start of the emulator does not need the rules of rows.
  const { JOBS } = await import('./jobs.ts')
  return (JOBS[name] as (...args: unknown[]) => Promise<Result>)(...args)
}

async function runInThread(task: Task): Promise<unknown> {
  // The worker's file is in the same folder as this one, in the sources and in the bundle.
  const workerFile = new URL(`./archive-worker${extname(import.meta.url)}`, import.meta.url)
  // With an empty execArgv the worker does not load the modules of --import and --require.
  const worker = new Worker(workerFile, { workerData: task, execArgv: [] })
  const [outcome] = (await once(worker, 'message')) as [Outcome]
  if ('failure' in outcome) throw asError(outcome.failure)
  return outcome.result
}

function asError({ message, code, hint, ...rest }: Failure): Error {
  if (hint !== undefined) return new Problem(String(code), message, hint)
  return Object.assign(new Error(message), rest, { code })
}
