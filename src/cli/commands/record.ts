// `record`: what is played on a running emulator, as a scenario file.

import { existsSync } from 'node:fs'
import { Command } from 'commander'
import type { Client } from '../../client/client.ts'
import type { EventView } from '../../contract/events.ts'
import { Problem } from '../../lib/problem.ts'
import { DEFAULT_SERVICE } from '../../messenger/service/settings.ts'
import { beginRecording } from '../../scenario/begin-recording.ts'
import { type TargetOptions, targetOf, withTarget } from '../emulator-target.ts'
import { EXIT } from '../exit-codes.ts'
import { saveRecording } from '../save-recording.ts'
import { untilStopped } from '../until-stopped.ts'

interface RecordOptions extends TargetOptions {
  name?: string
  force?: boolean
}

export function command(): Command {
  return withTarget(new Command('record'))
    .argument('<file>', 'the scenario file to write')
    .option('--name <name>', 'what the scenario is called')
    .option('--force', 'writes over a file that is there')
    .addHelpText('after', '\nExamples:\n  $ bot-emulator record scenarios/order.yaml --name "orders a pizza"')
    .action(async (file: string, options: RecordOptions) => {
      process.exitCode = await record(file, options)
    })
}

async function record(file: string, { name, force, ...target }: RecordOptions): Promise<number> {
  if (existsSync(file) && !force) {
    throw new Problem('bad-option', `${file} is there already.`, 'Name another file, or write over it with --force.')
  }
  const { client, url } = await targetOf(target)
  const recording = await beginRecording(client, { ...DEFAULT_SERVICE }, name)
  const { event: after } = await client.view('/cursor')
  const stop = new AbortController()
  const stopped = untilStopped(async () => stop.abort())
  process.stderr.write(`Recording into ${file}; Ctrl-C ends it.\n`)
  const events = await eventsUntil(stop.signal, client, after)
  if (!stop.signal.aborted) {
    const message = `The emulator at ${url} has ended, and nothing was written to ${file}.`
    throw new Problem('disconnected', message, 'End a recording while its emulator runs.')
  }
  await stopped
  const { notes } = await saveRecording(file, 'w', (keep) => recording.write(events, keep))
  process.stderr.write(`${events.length} events written to ${file}\n`)
  if (notes) process.stderr.write(aboutNotes(notes))
  return EXIT.fine
}

const aboutNotes = (notes: number) =>
  `${notes === 1 ? 'A step names' : `${notes} steps name`} messages from before the recording, and may fail where it is played again: a comment marks each. Begin before such messages are written.\n`

/** Or until the emulator ends, whether or not in order. */
async function eventsUntil(signal: AbortSignal, client: Client, after: number): Promise<EventView[]> {
  const events: EventView[] = []
  try {
    for await (const event of client.events({ after, type: 'action,call' }, signal)) events.push(event)
  } catch (error) {
    if (!(error instanceof Problem) || !ENDED.has(error.code)) throw error
  }
  return events
}

const ENDED = new Set(['disconnected', 'unreachable'])
