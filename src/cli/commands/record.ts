// `record`: what is played on a running emulator, as a scenario file.

import { closeSync, existsSync, openSync, unlinkSync } from 'node:fs'
import { Command } from 'commander'
import type { Client } from '../../client/client.ts'
import type { EventView } from '../../contract/events.ts'
import { Problem, textOf } from '../../lib/problem.ts'
import { DEFAULT_SERVICE } from '../../messenger/service/settings.ts'
import { beginRecording, type Written } from '../../scenario/begin-recording.ts'
import type { KeepFile } from '../../scenario/record.ts'
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
  requireWritable(file)
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
  const notes = await save(file, force ? 'w' : 'wx', (keep) => recording.write(events, keep))
  process.stderr.write(`${events.length} ${events.length === 1 ? 'event' : 'events'} written to ${file}\n`)
  if (notes) process.stderr.write(aboutNotes(notes))
  return EXIT.fine
}

/** Nobody plays for a file that cannot be written. */
function requireWritable(file: string) {
  const isNew = !existsSync(file)
  try {
    closeSync(openSync(file, 'a'))
    if (isNew) unlinkSync(file)
  } catch (error) {
    throw new Problem('cannot-write', `${file} cannot be written: ${textOf(error)}.`, 'Name another file.')
  }
}

/** What cannot be written after all is not lost: it is printed. */
async function save(file: string, flag: 'w' | 'wx', write: (keep: KeepFile) => Promise<Written>): Promise<number> {
  let text = ''
  const writeDown = async (keep: KeepFile) => {
    const written = await write(keep)
    text = written.text
    return written
  }
  try {
    return (await saveRecording(file, flag, writeDown)).notes
  } catch (error) {
    if (!text) throw error
    process.stdout.write(text)
    const hint = 'The scenario is on standard output instead, without the files that were sent.'
    throw new Problem('not-written', `${file} was not written: ${textOf(error)}.`, hint)
  }
}

const aboutNotes = (notes: number) =>
  `${notes === 1 ? 'A step names' : `${notes} steps name`} messages from before the recording, and may fail where it is played again: a comment marks each. Begin before such messages are written.\n`

/** All that has happened by the stop, also what is still on its way; or until the emulator ends, whether or not in order. */
async function eventsUntil(stop: AbortSignal, client: Client, after: number): Promise<EventView[]> {
  const events: EventView[] = []
  const enough = new AbortController()
  let seen = after
  let last = Number.POSITIVE_INFINITY
  stop.addEventListener('abort', async () => {
    setTimeout(() => enough.abort(), MAX_BEHIND_MS).unref()
    last = await client.view('/cursor').then(
      ({ event }) => event,
      () => seen,
    )
    if (seen >= last) enough.abort()
  })
  try {
    for await (const event of client.events({ after }, enough.signal)) {
      seen = event.id
      if (event.type === 'action' || event.type === 'call') events.push(event)
      if (seen >= last) break
    }
  } catch (error) {
    if (!(error instanceof Problem) || !ENDED.has(error.code)) throw error
  }
  return events
}

/** So long after the stop what has happened before may still come. */
const MAX_BEHIND_MS = 1000

const ENDED = new Set(['disconnected', 'unreachable'])
