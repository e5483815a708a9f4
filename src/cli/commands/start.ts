// `start`: runs the emulator until it is stopped.

import { Command, Option } from 'commander'
import { exitSoon } from '../exit-codes.ts'
import { parsePort } from '../settings/option-values.ts'
import { canShowDashboard, withScreenOptions } from '../settings/screen-options.ts'
import { secretFileOption } from '../settings/secret-files.ts'
import { withServiceOptions } from '../settings/service-options.ts'
import type { StartOptions } from '../start/serve.ts'
import { hasScreenProcess } from '../start/two-processes.ts'

export function command(): Command {
  return withServiceOptions(
    withScreenOptions(new Command('start').option('--headless', 'no dashboard, plain lines'))
      .option('--host <host>', 'the address to bind', '127.0.0.1')
      .addOption(new Option('--port <port>', 'the port; 0 takes a free one').default(8081).argParser(parsePort))
      .option('--control-token <token>', 'what calls of /_emulator have to bring; needed to bind beyond this machine')
      .addOption(secretFileOption('control-token'))
      .option('--db <file>', 'where the world is kept', '.bot-emulator/world.sqlite')
      .option('--memory', 'keeps nothing')
      .option('--durable', 'brings each answer to the disk, for a loss of power')
      .option('--world <file>', 'who and what there is in a new world (YAML or JSON)')
      .option('--token <token>', 'the token of the first bot')
      .addOption(secretFileOption('token')),
  )
    .option('--log <file>', 'adds each call and each delivery to this file, one JSON object a line')
    .option('--json', 'one JSON object a line, for machines')
    .addHelpText('after', EXAMPLES)
    .action(start)
}

const EXAMPLES = `
Examples:
  $ bot-emulator start
  $ bot-emulator start --headless
  $ bot-emulator start --headless --memory --port 0 --world world.yaml
  $ BOT_EMULATOR_TOKEN=42:secret bot-emulator start --port 9000`

/** Opens the dashboard on a terminal, with the emulator in a child process. Otherwise serves with plain lines. */
async function start(options: StartOptions) {
  const { headless, json, memory, controlToken } = options
  if (headless || json || hasScreenProcess() || !canShowDashboard()) {
    const { serve } = await import('../start/serve.ts')
    return serve(options)
  }
  const { showAndServe } = await import('../start/show-and-serve.ts')
  exitSoon(await showAndServe({ screen: options, isPersistent: !memory, controlToken }))
}
