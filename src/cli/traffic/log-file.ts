// The log file of --log, whose writes never block the emulator.

import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Problem } from '../../lib/problem.ts'
import { pause } from '../../lib/wait-until.ts'

/** The maximum number of characters that wait to be written. Further lines are dropped. */
const MAX_UNWRITTEN = 16 * 1024 * 1024
const RETRY_MS = 20
/** The longest time that `close` waits for a slow reader of a pipe. */
const MAX_CLOSE_MS = 500

const { O_APPEND, O_CREAT, O_NONBLOCK = 0, O_RDWR, O_WRONLY } = constants

/** Drops lines if the disk is full or a reader is too slow, and later writes `gapRecord` with their number. */
export async function openLogFile(path: string, gapRecord: (lines: number) => string) {
  const file = await openForAppending(path)
  const givenUp = new AbortController()
  let pending = ''
  let charactersInFlight = 0
  let dropped = 0
  let hasFailed = false
  let writing: Promise<void> | undefined

  async function writePending() {
    while (pending || dropped) {
      const lines = pending + (dropped ? gapRecord(dropped) : '')
      const lost = countLines(pending) + dropped
      pending = ''
      dropped = 0
      charactersInFlight = lines.length
      try {
        // A failed write may have left an incomplete line, so the next write begins a new line.
        await append(file, hasFailed ? `\n${lines}` : lines, givenUp.signal)
        hasFailed = false
      } catch (error) {
        dropped += lost
        if (!hasFailed && !givenUp.signal.aborted) {
          process.stderr.write(
            `${path} cannot be written: ${(error as Error).message}. Lines are dropped until the file can be written again.\n`,
          )
        }
        hasFailed = true
        break
      }
    }
    charactersInFlight = 0
    writing = undefined
  }

  return {
    write(lines: string) {
      const unwritten = charactersInFlight + pending.length
      if (unwritten && unwritten + lines.length > MAX_UNWRITTEN) dropped += countLines(lines)
      else pending += lines
      writing ??= writePending()
    },
    async close() {
      const timer = setTimeout(() => givenUp.abort(), MAX_CLOSE_MS)
      await writing
      if (pending) await writePending()
      clearTimeout(timer)
      await file.close()
      if (dropped) process.stderr.write(`${dropped} lines are missing in ${path}.\n`)
    },
  }
}

const countLines = (lines: string) => lines.split('\n').length - 1

/** Only the owner can read a new file. A write to a full pipe or terminal fails instead of waiting. */
async function openForAppending(path: string): Promise<FileHandle> {
  const flags = O_APPEND | O_CREAT | O_NONBLOCK
  try {
    return await open(path, flags | O_WRONLY, 0o600).catch((error: NodeJS.ErrnoException) => {
      // Opening a named pipe only for writing fails if it has no reader. A pipe that this process also opens for
      // reading keeps the lines for a later reader.
      if (error.code === 'ENXIO') return open(path, flags | O_RDWR)
      throw error
    })
  } catch (error) {
    const message = `${path} cannot be written: ${(error as Error).message}.`
    throw new Problem('unwritable-log', message, 'Name a file in a writable folder with --log.')
  }
}

async function append(file: FileHandle, lines: string, signal: AbortSignal) {
  for (let rest = Buffer.from(lines); rest.length; ) {
    try {
      const { bytesWritten } = await file.write(rest)
      rest = rest.subarray(bytesWritten)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      await pause(RETRY_MS, signal)
    }
  }
}
