// Runs the emulator on a port until a signal stops it.

import { setTimeout } from 'node:timers'
import { createEmulator, type Emulator } from '../../emulator.ts'
import { type ListenOptions, listen } from '../../http/listen.ts'
import { paletteFor } from '../../lib/colours.ts'
import { limitYoungGeneration } from '../../lib/young-generation.ts'
import { lazyRecorder } from '../../testing/recorder/lazy-recorder.ts'
import { keepOrReadFirstWorld } from '../../testing/worlds/first-world.ts'
import { createLineWriter } from '../print/streams.ts'
import { removeRunningNote, writeRunningNote } from '../running/running-notes.ts'
import { allServiceSettings, nameFlagOnRefusal } from '../settings/service-options.ts'
import { MAX_STOP_MS, untilStopped } from '../stop-signals.ts'
import { logTraffic, openLogFile } from '../traffic/log.ts'
import { createJsonNotation, createLineNotation } from '../traffic/notations.ts'
import { announce } from './announce.ts'
import { fillNewWorld, isEmpty, type NewWorldOptions, playedBot } from './fill-new-world.ts'
import type { StartOptions } from './options.ts'
import type { RunningBot } from './run-bot.ts'
import { connectToScreen, hasScreenProcess } from './two-processes.ts'

/** From when on calls may need more room for new objects: by then, everything for the first call is loaded. */
const LOADED_MS = 1000

export async function serve(options: StartOptions) {
  const { host, port, controlToken, memory, durable, db, log, json = false, ...otherOptions } = options
  const { bot: command, botName, watch, tokenName, urlName, botClock: clock, ...worldOptions } = otherOptions
  const file = memory ? undefined : db
  const database = file ?? null
  const logFile = log === undefined ? undefined : openLogFile(log, gapRecord)
  const emulator = nameFlagOnRefusal(() => createEmulator({ file, durable, service: allServiceSettings(worldOptions) }))
  if (logFile) logTraffic(emulator, createJsonNotation(emulator, { emptyPolls: true }), logFile.write)
  try {
    const server = await fillAndListen(emulator, worldOptions, file, { host, port, controlToken })
    let running: RunningBot | undefined
    const stop = async () => {
      // The bot ends first, so that its last calls are answered and it doesn't report a lost connection.
      await running?.stop()
      await server.close()
      removeRunningNote()
    }
    // Signals are handled before the announcement, because a program that waits for it may stop the emulator at once.
    const stopped = untilStopped(stop, MAX_STOP_MS, () => running?.kill())
    writeRunningNote(server.url, database)
    const bot = command === undefined ? undefined : playedBot(emulator, botName)
    const startOutput = () => {
      announce(emulator, { url: server.url, database, json })
      logToStreams(emulator, json)
    }
    if (hasScreenProcess()) connectToScreen(server.url, startOutput)
    else startOutput()
    setTimeout(limitYoungGeneration, LOADED_MS).unref()
    if (bot && command !== undefined) {
      const { runBot } = await import('./run-bot.ts')
      running = runBot(emulator, bot, { command, url: server.url, watch, tokenName, urlName, clock, controlToken })
    }
    process.exitCode = await stopped
  } finally {
    await emulator.close()
    await logFile?.close()
  }
}

/** If the start is refused, an empty database stays empty, so that the next start creates its own world. */
async function fillAndListen(
  emulator: Emulator,
  options: NewWorldOptions,
  file: string | undefined,
  address: ListenOptions,
) {
  const isNew = isEmpty(emulator)
  try {
    const firstWorld = await fillNewWorld(emulator, options)
    const server = await listen(emulator, { ...address, recorder: lazyRecorder(emulator) })
    emulator.keepFirstWorld(keepOrReadFirstWorld(file, firstWorld))
    return server
  } catch (error) {
    if (isNew) emulator.perform('reset', {})
    throw error
  }
}

function logToStreams(emulator: Emulator, json: boolean) {
  const [notation, write] = json
    ? [createJsonNotation(emulator, { emptyPolls: false }), createLineWriter(process.stdout, gapRecord)]
    : [createLineNotation(emulator, paletteFor('stderr')), createLineWriter(process.stderr, gapLine)]
  logTraffic(emulator, notation, write)
}

const gapRecord = (lines: number) => `${JSON.stringify({ event: 'dropped', lines })}\n`

const gapLine = (lines: number) => `(${lines} lines dropped: the output was not read in time)\n`
