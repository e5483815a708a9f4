// `start`: the emulator on a port, until it is stopped.

import { Command, Option } from 'commander'
import { exitSoon } from '../exit-codes.ts'
import { port } from '../settings/option-values.ts'
import { canShow, withScreen } from '../settings/screen-options.ts'
import { secretFile } from '../settings/secret-files.ts'
import { withService } from '../settings/service-options.ts'
import type { StartOptions } from '../start/serve.ts'
import { isBehindScreen } from '../start/two-processes.ts'

export function command(): Command {
  return withService(
    withScreen(new Command('start').option('--headless', 'no dashboard, plain lines'))
      .option('--host <host>', 'the address to bind', '127.0.0.1')
      .addOption(new Option('--port <port>', 'the port; 0 takes a free one').default(8081).argParser(port))
      .option('--control-token <token>', 'what calls of /_emulator have to bring; needed to bind beyond this machine')
      .addOption(secretFile('control-token'))
      .option('--db <file>', 'where the world is kept', '.bot-emulator/world.sqlite')
      .option('--memory', 'keeps nothing')
      .option('--durable', 'brings each answer to the disk, for a loss of power')
      .option('--world <file>', 'who and what there is in a new world (YAML or JSON)')
      .option('--token <token>', 'the token of the first bot')
      .addOption(secretFile('token')),
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

/** Who sits before a terminal and has not asked for plain lines gets the dashboard, and the emulator a process of its own. */
async function start(options: StartOptions) {
  const { headless, json, memory, controlToken } = options
  if (headless || json || isBehindScreen() || !canShow()) {
    const { serve } = await import('../start/serve.ts')
    return serve(options)
  }
  const { showAndServe } = await import('../start/show-and-serve.ts')
  exitSoon(await showAndServe({ screen: options, isKept: !memory, controlToken }))
}
