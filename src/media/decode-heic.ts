// Decodes HEIC images in worker threads with limits of time and memory.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { LIMITS } from '../spec/limits.ts'

export interface Pixels {
  data: Uint8Array
  raw: { width: number; height: number; channels: 3 | 4 }
}

const SECONDS = 30
const HEAP_MEBIBYTES = 64

/**
 * Decodes a HEIC image in a new worker thread. Returns undefined if it cannot be decoded within the limits of time and
 * memory.
 */
export async function decodeHeic(file: Uint8Array, seconds = SECONDS): Promise<Pixels | undefined> {
  const worker = new Worker(new URL('./heic-worker.js', import.meta.url), {
    workerData: { file, maxPixels: LIMITS.imagePixels },
    // The decoder prints warnings. They are written to streams of the worker that the emulator never reads, so the user
    // does not see them.
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
    // The worker may still emit an error while it is terminated. Without this listener, that error would crash the
    // emulator.
    worker.on('error', () => {})
    await worker.terminate()
  }
}

/**
 * True if decoding took too long or needed too much memory. Any other error of the worker means that the installation is
 * broken.
 */
function isLimitExceeded(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ABORT_ERR' || code === 'ERR_WORKER_OUT_OF_MEMORY'
}
