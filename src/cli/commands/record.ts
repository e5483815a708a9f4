// `record`: what is played on a running emulator, as a scenario file.

import { existsSync } from 'node:fs'
import { Command } from 'commander'
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
  const { client } = await targetOf(target)
  const recording = await beginRecording(client, { ...DEFAULT_SERVICE }, name)
  const { event: first } = await client.view('/cursor')
  const stop = new AbortController()
  const events: EventView[] = []
  const reading = (async () => {
    for await (const event of client.events({ after: first, type: 'action,call' }, stop.signal)) events.push(event)
  })()
  process.stderr.write(`Recording into ${file}; Ctrl-C ends it.\n`)
  await untilStopped(async () => stop.abort())
  await reading
  await saveRecording(file, 'w', (keep) => recording.write(events, keep))
  process.stderr.write(`${events.length} events written to ${file}\n`)
  return EXIT.fine
}
