// Works on an archive: beside the main thread, unless it is done with sooner than a thread has started.

import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Problem } from '../../lib/problem.ts'
import type { Failure, JOBS, JobName, Outcome, Task } from './jobs.ts'

const SMALL_BYTES = 1024 * 1024

type Job<Name extends JobName> = (typeof JOBS)[Name]

/** The first argument of each job is the file that it works on. */
export async function workOn<Name extends JobName>(
  name: Name,
  ...args: Parameters<Job<Name>>
): Promise<Awaited<ReturnType<Job<Name>>>> {
  type Result = Awaited<ReturnType<Job<Name>>>
  const { size } = await stat(args[0])
  if (size >= SMALL_BYTES) return (await inThread({ name, args })) as Result
  // What an archive may have in its rows is not needed for a start.
  const { JOBS } = await import('./jobs.ts')
  return (JOBS[name] as (...args: unknown[]) => Promise<Result>)(...args)
}

async function inThread(task: Task): Promise<unknown> {
  // It lies beside this file, built or not.
  const door = new URL(`./archive-worker${extname(import.meta.url)}`, import.meta.url)
  // What was loaded into the program by its flags has no business here.
  const worker = new Worker(door, { workerData: task, execArgv: [] })
  const [outcome] = (await once(worker, 'message')) as [Outcome]
  if ('failure' in outcome) throw asError(outcome.failure)
  return outcome.result
}

function asError({ message, code, hint, ...rest }: Failure): Error {
  if (hint !== undefined) return new Problem(String(code), message, hint)
  return Object.assign(new Error(message), rest, { code })
}
