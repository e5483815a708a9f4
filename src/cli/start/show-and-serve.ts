// The process with the screen: the dashboard on the terminal, over the emulator in another process.

import { openDashboard } from '../commands/dashboard.ts'
import type { ScreenOptions } from '../settings/screen-options.ts'
import { MAX_STOP_MS, untilStopped } from '../stop-signals.ts'
import { type Server, startServer } from './two-processes.ts'

/** Ends with the exit code, once both have ended. */
interface ShowOptions {
  screen: ScreenOptions
  isKept: boolean
  controlToken: string | undefined
}

export async function showAndServe({ screen, isKept, controlToken }: ShowOptions) {
  const gone = new AbortController()
  let started: Server | undefined
  const start = () => {
    started = startServer()
    void started.ended.then(() => gone.abort())
    return started
  }
  // The screen comes first: the emulator would take the processor from it, and is there soon after.
  async function connect() {
    const url = await start().url
    const { httpClient } = await import('../../client/http-client.ts')
    return { url, client: httpClient(url, { token: controlToken }) }
  }
  const ending = await openDashboard(connect, { ...screen, isKept, gone: gone.signal })
  const server = started ?? start()
  if (gone.signal.aborted) {
    const code = await server.ended
    // Whatever is killed says nothing.
    process.stderr.write(server.words() || `The emulator has ended, with exit code ${code}.\n`)
    return code
  }
  if ('crash' in ending) {
    process.stderr.write('The dashboard has failed, and the emulator goes on; Ctrl-C stops it.\n')
    server.speak()
    let isStopping = false
    const stopped = untilStopped(async () => {
      isStopping = true
      await server.stop()
    }, MAX_STOP_MS)
    return Promise.race([stopped, server.ended.then((code) => (isStopping ? stopped : code))])
  }
  await server.stop()
  process.stderr.write(server.words())
  return ending.code
}
