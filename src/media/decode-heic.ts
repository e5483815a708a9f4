// Decodes HEIC apart from the main thread: each picture in a worker of its own, which a time limit ends.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { LIMITS } from '../spec/limits.ts'

export interface Pixels {
  data: Uint8Array
  raw: { width: number; height: number; channels: 3 | 4 }
}

const SECONDS = 30
const HEAP_MEBIBYTES = 64

/** Nothing when the picture cannot be decoded, or not within the limits of time and memory. */
export async function decodeHeic(file: Uint8Array, seconds = SECONDS): Promise<Pixels | undefined> {
  const worker = new Worker(new URL('./heic-worker.js', import.meta.url), {
    workerData: { file, maxPixels: LIMITS.imagePixels },
    // The decoder prints what displeases it; these streams are never read.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES },
  })
  try {
    const [pixels] = await once(worker, 'message', { signal: AbortSignal.timeout(seconds * 1000) })
    return pixels
  } catch (error) {
    if (isItsOwnFault(error)) return undefined
    throw error
  } finally {
    // It may still fail while it is being ended, with nobody left to tell.
    worker.on('error', () => {})
    await worker.terminate()
  }
}

/** Too slow or too large a picture; anything else that ends a worker is a fault of the installation. */
function isItsOwnFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ABORT_ERR' || code === 'ERR_WORKER_OUT_OF_MEMORY'
}
