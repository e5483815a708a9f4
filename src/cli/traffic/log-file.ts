// The log file of --log, whose writes never block the emulator.

import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Problem } from '../../lib/problem.ts'
import { pause } from '../../lib/wait-until.ts'

export interface LogFile {
  write(lines: string): void
  close(): Promise<void>
}

/** The number of unwritten characters beyond which the log file drops lines. */
const MAX_UNWRITTEN = 16 * 1024 * 1024
const RETRY_MS = 20
/** The longest time that `close` waits for a slow reader of a pipe. */
const MAX_CLOSE_MS = 500

const { O_APPEND, O_CREAT, O_NONBLOCK = 0, O_RDWR, O_WRONLY } = constants

/**
 * Opens the log file. Drops lines that cannot be written, because the disk is full or the reader of a pipe is too slow.
 * Later writes `gapRecord` with the number of dropped lines.
 */
export async function openLogFile(path: string, gapRecord: (lines: number) => string): Promise<LogFile> {
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
        // Begins a new line if the previous write failed, because that write may have left an incomplete line.
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
    write(lines) {
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
      if (dropped) process.stderr.write(`${path} lacks ${dropped} lines.\n`)
    },
  }
}

const countLines = (lines: string) => lines.split('\n').length - 1

/**
 * Opens a file. A new file is readable only by its owner. A write to a full pipe or terminal fails instead of waiting.
 */
async function openForAppending(path: string): Promise<FileHandle> {
  const flags = O_APPEND | O_CREAT | O_NONBLOCK
  try {
    return await open(path, flags | O_WRONLY, 0o600).catch((error: NodeJS.ErrnoException) => {
      // The file is a named pipe without a reader. Opening it also for reading works, and keeps its content for a
      // reader.
      if (error.code === 'ENXIO') return open(path, flags | O_RDWR)
      throw error
    })
  } catch (error) {
    throw new Problem(
      'unwritable-log',
      `${path} cannot be written: ${(error as Error).message}.`,
      'Name a file in a writable folder with --log.',
    )
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
