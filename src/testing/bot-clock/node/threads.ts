// Finds work in other threads: hashing, compression, files, and native add-ons such as databases.

import { AsyncResource } from 'node:async_hooks'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { ownAsyncIds } from './real-functions.ts'

const THREADS = '/proc/self/task'
/**
 * Matches the names of threads whose work is not work of this thread: V8's threads compile the program at any time, and
 * the main thread and worker threads send reports of their own.
 */
const IGNORED = /^\((MainThread|WorkerThread|V8Worker|DelayedTaskSche|SignalInspector)/
const WORKING = /^[RD]/

/** Maps the ids of the other threads. True means that the thread's work counts as work of this thread. */
const watched = new Map<string, boolean>()
let checkedIds = 0
let isCalm = false

/**
 * Returns true if another thread of this process may still work for the program. Node does not tell which work its
 * threads have, so Linux is asked for their states. Always returns false on other systems.
 */
export function mayThreadsWork(): boolean {
  if (ownThread === undefined) return false
  // Node gives each asynchronous task a number. If the highest number is unchanged, the program has started no new
  // task.
  ownAsyncIds.count++
  const ids = new AsyncResource('bot-emulator').asyncId() - ownAsyncIds.count
  if (ids === checkedIds && isCalm) return false
  checkedIds = ids
  isCalm = !readdirSync(THREADS).some(isWorking)
  // When the threads become idle, the first check still returns true (busy), because their results arrive only in the
  // next turn of the event loop.
  return true
}

function isWorking(thread: string): boolean {
  if (watched.get(thread) === false) return false
  try {
    const stat = readFileSync(`${THREADS}/${thread}/stat`, 'latin1')
    const name = stat.slice(stat.indexOf('('))
    const isWatched = thread !== ownThread && thread !== String(process.pid) && !IGNORED.test(name)
    watched.set(thread, isWatched)
    if (!isWatched || WORKING.test(stat.slice(stat.lastIndexOf(')') + 2))) return isWatched
    // A thread that was interrupted while it began or ended a wait has the state of a waiting one, but its file
    // `syscall` says that it is running.
    return readFileSync(`${THREADS}/${thread}/syscall`, 'latin1').startsWith('running')
  } catch {
    return false
  }
}

const ownThread = readOwnThread()

function readOwnThread(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self').split('/').at(-1)
  } catch {
    return undefined
  }
}
