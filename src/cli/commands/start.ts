// `start`: the emulator on a port, until it is told to stop.

import { Command, Option } from 'commander'
import { createEmulator, type Emulator } from '../../emulator.ts'
import { listen } from '../../http/listen.ts'
import { paletteFor } from '../../lib/colours.ts'
import { newSecret } from '../../lib/proof.ts'
import { announce } from '../announce.ts'
import { outputOnto } from '../output.ts'
import { forgetFirstWorld, keepFirstWorld } from '../running/first-world.ts'
import { forgetRunning, rememberRunning } from '../running/notes.ts'
import { type FirstWorld, fillNewWorld, serviceIn } from '../settings/furnish.ts'
import { readPort } from '../settings/read-port.ts'
import { withService } from '../settings/service-options.ts'
import { type LogFile, openLogFile } from '../traffic/log-file.ts'
import { logTraffic } from '../traffic/log-traffic.ts'
import { linesFor } from '../traffic/traffic-lines.ts'
import { recordsFor } from '../traffic/traffic-records.ts'
import { untilStopped } from '../until-stopped.ts'
import { opensDashboard, playUntilQuit } from './dashboard.ts'

interface StartOptions extends FirstWorld {
  host: string
  port: number
  controlToken?: string
  db: string
  memory?: boolean
  headless?: boolean
  ascii?: boolean
  log?: string
  json?: boolean
}

export function startCommand(): Command {
  return withService(
    new Command('start')
      .option('--headless', 'no dashboard, plain lines')
      .option('--ascii', 'a dashboard of plain signs only')
      .option('--host <host>', 'the address to bind', '127.0.0.1')
      .addOption(new Option('--port <port>', 'the port; 0 takes a free one').default(8081).argParser(readPort))
      .option('--control-token <token>', 'what calls of /_emulator have to bring; needed to bind beyond this machine')
      .option('--db <file>', 'where the world is kept', '.bot-emulator/world.sqlite')
      .option('--memory', 'keeps nothing')
      .option('--world <file>', 'who and what there is in a new world (YAML or JSON)')
      .option('--token <token>', 'the token of the first bot'),
  )
    .option('--log <file>', 'adds each call and each delivery to this file, one JSON object a line')
    .option('--json', 'one JSON object a line, for machines')
    .addHelpText('after', EXAMPLES)
    .action((options: StartOptions) => start(options))
}

const EXAMPLES = `
Examples:
  $ bot-emulator start
  $ bot-emulator start --headless
  $ bot-emulator start --headless --memory --port 0 --world world.yaml
  $ BOT_EMULATOR_PORT=9000 bot-emulator start --token 42:secret`

/** Leaves the rest of two seconds for the process to go. */
const MAX_STOP_MS = 1500

async function start({
  host,
  port,
  controlToken,
  memory,
  db,
  headless,
  ascii = false,
  log,
  json = false,
  ...furniture
}: StartOptions) {
  const file = memory ? undefined : db
  const logFile = log === undefined ? undefined : openLogFile(log)
  const emulator = createEmulator({ file, service: serviceIn(furniture) })
  if (logFile) intoFile(emulator, logFile)
  try {
    const first = await fillNewWorld(emulator, furniture)
    const key = newSecret()
    const server = await listen(emulator, { host, port, controlToken, key })
    const stop = async () => {
      await server.close()
      forgetFirstWorld(file)
      forgetRunning(file)
    }
    const dashboard = opensDashboard({ headless, json })
    // From before the first word on: whoever waits for it may stop the emulator at once.
    const stopped = dashboard ? undefined : untilStopped(stop, MAX_STOP_MS)
    rememberRunning(server.url, file, key)
    if (first) keepFirstWorld(file, first)
    if (dashboard) process.exitCode = await playUntilQuit(emulator, server.url, { ascii, stop })
    else {
      announce(emulator, { url: server.url, database: file ?? null, json })
      ontoStreams(emulator, json)
      process.exitCode = await stopped!
    }
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
