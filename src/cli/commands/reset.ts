// `reset`: empties the world, or a layer of it.

import { Command } from 'commander'
import { carriedOut, type TargetOptions, targetOf, withTarget, write } from '../emulator-target.ts'
import { fields, print } from '../lines.ts'

interface ResetOptions extends TargetOptions {
  layer?: string
  bot?: string
}

export function resetCommand(): Command {
  return withTarget(new Command('reset'))
    .option('--layer <layer>', 'messages, queues, faults or all')
    .option('--bot <who>', 'of one bot only')
    .addHelpText('after', '\nExamples:\n  $ bot-emulator reset --layer queues --bot greeter\n  $ bot-emulator reset')
    .action((options: ResetOptions) => carriedOut(options, () => reset(options)))
}

async function reset(options: ResetOptions) {
  const { layer, bot } = options
  const result = await (await targetOf(options)).client.perform('reset' as string, { layer, bot })
  if (options.json) write({ ok: true, result })
  else print(...fields(result))
}
