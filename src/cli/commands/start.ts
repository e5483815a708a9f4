// `start`: runs the emulator until it is stopped.

import { Command, Option } from 'commander'
import { Problem } from '../../lib/problem.ts'
import { exitSoon } from '../exit-codes.ts'
import { withBotOptions } from '../settings/bot-options.ts'
import { appendValue, parseBotCommand, parsePort } from '../settings/option-values.ts'
import { canShowDashboard, withScreenOptions } from '../settings/screen-options.ts'
import { secretFileOption } from '../settings/secret-files.ts'
import { withServiceOptions } from '../settings/service-options.ts'
import type { StartOptions } from '../start/serve.ts'
import { hasScreenProcess } from '../start/two-processes.ts'

export function command(): Command {
  const command = new Command('start').option('--headless', 'prints plain lines instead of opening the dashboard')
  withScreenOptions(command)
    .option('--host <host>', 'the address to listen on', '127.0.0.1')
    .addOption(
      new Option('--port <port>', 'the port to listen on; 0 selects a free port').default(8081).argParser(parsePort),
    )
    .option('--control-token <token>', 'the token that the control API requires; needed if other machines can connect')
    .addOption(secretFileOption('control-token'))
    .option('--db <file>', 'the database file of the world', '.bot-emulator/world.sqlite')
    .option('--memory', 'keeps the world in memory, without a file')
    .option('--durable', 'writes each answer to the disk before sending it, so that it survives a power failure')
    .option('--world <file>', 'a YAML or JSON file with the people, bots and chats of a new world')
    .option('--token <token>', 'the token of the first bot')
    .addOption(secretFileOption('token'))
  withServiceOptions(command)
    .option('--bot <program>', 'the command that starts your bot, and restarts the bot after a crash', parseBotCommand)
    .option('--watch <files>', 'restarts the bot when one of these files changes; repeatable', appendValue)
    .option(
      '--bot-name <handle>',
      'the bot as which your program runs (default: the first bot); created if it does not exist',
    )
  return withBotOptions(command)
    .option('--log <file>', 'appends each call and each delivery to this file, one JSON object per line')
    .option('--json', 'prints one JSON object per line')
    .addHelpText('after', EXAMPLES)
    .action(start)
}

const EXAMPLES = `
Examples:
  $ npx bot-emulator start
  $ npx bot-emulator start --bot "node bot.mjs" --watch "src/**"
  $ npx bot-emulator start --headless
  $ npx bot-emulator start --headless --memory --port 0 --world world.yaml
  $ BOT_EMULATOR_TOKEN=42:secret npx bot-emulator start --port 9000`

const botMissingProblem = (flag: string) =>
  new Problem('bad-option', `${flag} needs --bot.`, 'Pass the command that starts your bot: --bot "node bot.js"')

/** Without a terminal, or with --headless or --json, runs the emulator in this process and prints lines. */
async function start(options: StartOptions) {
  const { headless, json, memory, controlToken, bot, watch, botName } = options
  if (bot === undefined && (watch || botName !== undefined)) throw botMissingProblem(watch ? '--watch' : '--bot-name')
  if (watch) (await import('../running/watch-files.ts')).requireFiles(watch)
  if (headless || json || hasScreenProcess() || !canShowDashboard()) {
    const { serve } = await import('../start/serve.ts')
    return serve(options)
  }
  const { showAndServe } = await import('../start/show-and-serve.ts')
  const { createExplorer } = await import('../start/explorer.ts')
  const explorer = bot === undefined ? undefined : createExplorer({ ...options, bot })
  exitSoon(await showAndServe(controlToken, { ...options, isPersistent: !memory, explorer }))
}
