// Decodes HEIC images in worker threads with limits of time and memory.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { LIMITS } from '../rules/limits.ts'

export interface Pixels {
  data: Uint8Array
  raw: { width: number; height: number; channels: 3 | 4 }
}

const SECONDS = 30
const HEAP_MEBIBYTES = 64

/** Returns undefined if the image cannot be decoded within the limits. */
export async function decodeHeic(file: Uint8Array, seconds = SECONDS): Promise<Pixels | undefined> {
  const worker = new Worker(new URL('./heic-worker.js', import.meta.url), {
    workerData: { file, maxPixels: LIMITS.imagePixels },
    // With these options, warnings of the decoder don't appear on this process's stdout and stderr.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES },
  })
  try {
    const [pixels] = await once(worker, 'message', { signal: AbortSignal.timeout(seconds * 1000) })
    return pixels
  } catch (error) {
    if (isLimitExceeded(error)) return undefined
    throw error
  } finally {
    // An error that the worker emits while it is terminated would crash the emulator without this listener.
    worker.on('error', () => {})
    await worker.terminate()
  }
}

/** Returns true if the worker exceeded its time or memory. Other errors mean that the installation is broken. */
function isLimitExceeded(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ABORT_ERR' || code === 'ERR_WORKER_OUT_OF_MEMORY'
}
