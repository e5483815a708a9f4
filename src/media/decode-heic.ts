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

/** Decodes an image in a new worker. Returns undefined if it cannot be decoded within the limits of time and memory. */
export async function decodeHeic(file: Uint8Array, seconds = SECONDS): Promise<Pixels | undefined> {
  const worker = new Worker(new URL('./heic-worker.js', import.meta.url), {
    workerData: { file, maxPixels: LIMITS.imagePixels },
    // The decoder prints warnings. Separate streams, which are never read, hide them.
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
    // The worker may still emit an error during its termination, which would be an unhandled error without a listener.
    worker.on('error', () => {})
    await worker.terminate()
  }
}

/** True if the image took too long or too much memory. Any other error of the worker is a problem of the installation. */
function isLimitExceeded(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ABORT_ERR' || code === 'ERR_WORKER_OUT_OF_MEMORY'
}
