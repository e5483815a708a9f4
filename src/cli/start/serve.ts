// Serves: the emulator on a port, with its lines or behind a dashboard in another process.

import { createEmulator, type Emulator } from '../../emulator.ts'
import { listen } from '../../http/listen.ts'
import { paletteFor } from '../../lib/colours.ts'
import { newSecret } from '../../lib/proof.ts'
import { announce } from '../print/announce.ts'
import { outputOnto } from '../print/streams.ts'
import { keepFirstWorld } from '../running/first-world.ts'
import { forgetRunning, rememberRunning } from '../running/running-notes.ts'
import { type FirstWorld, fillNewWorld } from '../settings/fill-new-world.ts'
import type { ScreenOptions } from '../settings/screen-options.ts'
import { inWordsOfFlags, serviceIn } from '../settings/service-options.ts'
import { MAX_STOP_MS, untilStopped } from '../stop-signals.ts'
import { type LogFile, logTraffic, openLogFile } from '../traffic/log-traffic.ts'
import { linesFor, recordsFor } from '../traffic/notations.ts'
import { isBehindScreen, standBehindScreen } from './two-processes.ts'

export interface StartOptions extends FirstWorld, ScreenOptions {
  host: string
  port: number
  controlToken?: string
  db: string
  memory?: boolean
  durable?: boolean
  headless?: boolean
  log?: string
  json?: boolean
}

export async function serve(options: StartOptions) {
  const { host, port, controlToken, memory, durable, db, log, json = false, ...furniture } = options
  const file = memory ? undefined : db
  const database = file ?? null
  const logFile = log === undefined ? undefined : openLogFile(log)
  const emulator = inWordsOfFlags(() => createEmulator({ file, durable, service: serviceIn(furniture) }))
  if (logFile) intoFile(emulator, logFile)
  try {
    const first = await fillNewWorld(emulator, furniture)
    const key = newSecret()
    const server = await listen(emulator, { host, port, controlToken, key })
    const stop = async () => {
      await server.close()
      forgetRunning(database)
    }
    // From before the first word on: whoever waits for it may stop the emulator at once.
    const stopped = untilStopped(stop, MAX_STOP_MS)
    rememberRunning({ url: server.url, database, key, ...(!file && { world: first }) })
    if (file && first) keepFirstWorld(file, first)
    const speak = () => {
      announce(emulator, { url: server.url, database, json })
      ontoStreams(emulator, json)
    }
    if (isBehindScreen()) standBehindScreen(server.url, speak)
    else speak()
    process.exitCode = await stopped
  } finally {
    await emulator.close()
    logFile?.close()
  }
}

const intoFile = (emulator: Emulator, { write }: LogFile) =>
  logTraffic(emulator, recordsFor(emulator, { emptyPolls: true }), write)

const ontoStreams = (emulator: Emulator, json: boolean) =>
  json
    ? logTraffic(emulator, recordsFor(emulator, { emptyPolls: false }), outputOnto(process.stdout, recordOfGap))
    : logTraffic(emulator, linesFor(emulator, paletteFor('stderr')), outputOnto(process.stderr, lineOfGap))

const recordOfGap = (lines: number) => `${JSON.stringify({ event: 'dropped', lines })}\n`

const lineOfGap = (lines: number) => `(${lines} lines left out: nobody has read them in time)\n`
