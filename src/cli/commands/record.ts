// `record`: records the actions on a running emulator into a scenario file.

import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { Argument } from 'commander'
import { followEvents } from '../../control/client/follow.ts'
import { recordingWarnings } from '../../control/describe/recording.ts'
import { errorText, Problem } from '../../lib/problem.ts'
import { plural, sanitize } from '../../lib/safe-text.ts'
import { define } from '../command.ts'
import { findTarget, TARGET_OPTIONS } from '../emulator-target.ts'
import { EXIT } from '../exit-codes.ts'
import { requireFolder } from '../print/output-file.ts'
import { loadRecording, saveRecording } from '../save-recording.ts'
import { type OptionsOf, option } from '../settings/option.ts'
import { untilStopped } from '../stop-signals.ts'

const OPTIONS = [
  ...TARGET_OPTIONS,
  option('--name <name>', 'the name of the scenario'),
  option('--force', 'overwrites an existing file'),
] as const

export const command = define({
  args: [new Argument('<file>', 'the scenario file to write')],
  options: OPTIONS,
  page: 'docs/scenarios.md',
  examples: ['record scenarios/order.yaml --name "orders a pizza"'],
  run: record,
})

async function record({ name, force, ...target }: OptionsOf<typeof OPTIONS>, file: string): Promise<number> {
  if (existsSync(file) && !force) {
    const hint = 'Choose another file, or overwrite the existing file with --force.'
    throw new Problem('bad-option', `${file} already exists.`, hint)
  }
  const { client, url } = await findTarget(target)
  requireFolder(dirname(file))
  const { id } = await client.beginRecording({ name })
  const eventStream = await followEvents(client, { keep: ({ type }) => type === 'action' || type === 'call' })
  const stopped = untilStopped(async () => {})
  process.stderr.write(`Recording to ${sanitize(file)}. Press Ctrl-C to stop.\n`)
  const isStopped = await Promise.race([stopped.then(() => true), eventStream.ended.catch(ignoreDisconnect)])
  if (!isStopped) {
    const message = `The emulator at ${url} has ended. Nothing was written to ${file}.`
    throw new Problem('disconnected', message, 'Stop the recording before you stop the emulator.')
  }
  const events = await eventStream.since(0)
  eventStream.stop()
  await client.stopRecording(id)
  const recording = await loadRecording(client, id, file)
  await saveRecording(client, recording, file, force ? 'w' : 'wx').catch((error: unknown) => {
    process.stdout.write(recording.text)
    const hint = 'The scenario was printed to standard output instead, without the files that were sent.'
    throw new Problem('not-written', `${file} was not written: ${errorText(error)}.`, hint)
  })
  process.stderr.write(`${plural(events.length, 'event')} written to ${sanitize(file)}\n`)
  for (const warning of recordingWarnings(recording)) process.stderr.write(`${warning}\n`)
  return EXIT.success
}

function ignoreDisconnect(error: unknown) {
  if (!(error instanceof Problem) || !['disconnected', 'unreachable'].includes(error.code)) throw error
}
