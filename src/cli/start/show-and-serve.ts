// Runs the dashboard in this process and the emulator in a child process.

import { type OpenOptions, openDashboard } from '../commands/dashboard.ts'
import { exitCodeOfProcess } from '../exit-codes.ts'
import { MAX_STOP_MS, untilStopped } from '../stop-signals.ts'
import { type EmulatorProcess, startEmulatorProcess } from './two-processes.ts'

const STOPPED = exitCodeOfProcess(null, 'SIGTERM')

export async function showAndServe(controlToken: string | undefined, options: OpenOptions) {
  const emulatorEnded = new AbortController()
  let emulator: EmulatorProcess | undefined
  const start = () => {
    emulator = startEmulatorProcess()
    void emulator.ended.then(() => emulatorEnded.abort())
    return emulator
  }
  // Starts the emulator after the first frame of the dashboard, because an earlier start would delay that frame.
  async function connect() {
    const url = await start().url
    const { httpClient } = await import('../../control/client/http-client.ts')
    return httpClient(url, { token: controlToken })
  }
  const ending = await openDashboard(connect, { ...options, emulatorEnded: emulatorEnded.signal })
  const emulatorProcess = emulator ?? start()
  if (emulatorEnded.signal.aborted) {
    const code = await emulatorProcess.ended
    // If the emulator was killed, it has not printed an error, so its exit code is printed.
    const how = code === STOPPED ? 'was stopped.' : `ended with exit code ${code}.`
    process.stderr.write(emulatorProcess.output() || `The emulator ${how}\n`)
    return code
  }
  if ('crash' in ending) {
    process.stderr.write('The dashboard failed. The emulator keeps running; press Ctrl-C to stop it.\n')
    emulatorProcess.showOutput()
    let isStopping = false
    const stopped = untilStopped(async () => {
      isStopping = true
      await emulatorProcess.stop()
    }, MAX_STOP_MS)
    return Promise.race([stopped, emulatorProcess.ended.then((code) => (isStopping ? stopped : code))])
  }
  await emulatorProcess.stop()
  process.stderr.write(emulatorProcess.output())
  return ending.code
}
