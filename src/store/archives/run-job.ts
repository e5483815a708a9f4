// Runs jobs on archives in worker threads, and reads archives under a deadline.

import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Problem } from '../../lib/problem.ts'
import { setTimeout } from '../../lib/real-timers.ts'
import { createSlots } from '../../lib/slots.ts'
import type { Failure, JobName, Jobs, Outcome, Task } from './archive-worker.ts'
import { damagedArchive } from './pack-archive.ts'

/** The time limit for reading an archive: 10 seconds, plus a second for each 4 MB. Usually, 40 MB take a second. */
const READ_MS = 10_000
const READ_BYTES_PER_MS = 4000

/** An unused worker is kept for a while, because a new one takes 50 ms to start. */
const IDLE_MS = 10_000

type Job<Name extends JobName> = Jobs[Name]

/** Runs a job in a worker thread. Opening an archive has a time limit, which depends on the size of the file. */
export async function runJob<Name extends JobName>(
  name: Name,
  ...args: Parameters<Job<Name>>
): Promise<Awaited<ReturnType<Job<Name>>>> {
  const maxMs = name === 'open' ? READ_MS + Math.ceil((await stat(args[0])).size / READ_BYTES_PER_MS) : undefined
  return (await runTask({ name, args }, maxMs)) as Awaited<ReturnType<Job<Name>>>
}

const runLimited = createSlots(2)
const idleWorkers = new Set<Worker>()

export const runTask = (task: Task, maxMs?: number) => runLimited(() => runInWorker(task, maxMs))

async function runInWorker(task: Task, maxMs: number | undefined): Promise<unknown> {
  const [worker = startWorker()] = idleWorkers
  idleWorkers.delete(worker)
  worker.ref()
  worker.postMessage(task)
  const outcome = await outcomeOf(worker, maxMs)
  worker.unref()
  idleWorkers.add(worker)
  setTimeout(endIfIdle, IDLE_MS, worker).unref()
  if ('failure' in outcome) throw asError(outcome.failure)
  return outcome.result
}

function startWorker(): Worker {
  // The worker's file has the same extension as this file: .ts in the sources, .js in the bundle.
  const workerFile = new URL(`./archive-worker${extname(import.meta.url)}`, import.meta.url)
  // Modules that the user passed to Node with --import or --require are not loaded in the worker.
  return new Worker(workerFile, { execArgv: [] })
}

async function outcomeOf(worker: Worker, maxMs: number | undefined): Promise<Outcome> {
  try {
    const [outcome] = await once(worker, 'message', maxMs === undefined ? {} : { signal: AbortSignal.timeout(maxMs) })
    return outcome
  } catch (error) {
    // An error that the worker emits while it is terminated would crash the emulator without this listener.
    worker.on('error', () => {})
    void worker.terminate()
    const { code } = error as { code?: string }
    if (code === 'ABORT_ERR') throw damagedArchive('reading it takes too long')
    throw code === 'ERR_WORKER_OUT_OF_MEMORY' ? damagedArchive('reading it takes too much memory') : error
  }
}

function endIfIdle(worker: Worker) {
  if (idleWorkers.delete(worker)) void worker.terminate()
}

function asError({ message, code, hint, ...rest }: Failure): Error {
  if (hint !== undefined) return new Problem(String(code), message, hint)
  return Object.assign(new Error(message), rest, { code })
}
