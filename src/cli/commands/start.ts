// `start`: runs the emulator until it is stopped.

import { Command, Option } from 'commander'
import { Problem } from '../../lib/problem.ts'
import { exitSoon } from '../exit-codes.ts'
import { examples } from '../help.ts'
import { ownCommand } from '../own-command.ts'
import { withBotOptions } from '../settings/bot-options.ts'
import { appendValue, parseBotCommand, parsePort } from '../settings/option-values.ts'
import { canShowDashboard, withScreenOptions } from '../settings/screen-options.ts'
import { secretFileOption } from '../settings/secret-files.ts'
import { withServiceOptions } from '../settings/service-options.ts'
import type { StartOptions } from '../start/serve.ts'
import { hasScreenProcess } from '../start/two-processes.ts'

export function command(): Command {
  const command = new Command('start')
    .optionsGroup('Bot:')
    .option('--bot <program>', 'the command that starts the bot; starts it again after a crash', parseBotCommand)
    .option('--watch <files>', 'restarts the bot when one of these files changes; repeatable', appendValue)
    .option('--bot-name <handle>', 'runs your program as this bot (default: the first)')
    .option('--token <token>', 'the token of the first bot')
    .addOption(secretFileOption('token'))
  withBotOptions(command)
    .optionsGroup('World:')
    .option('--world <file>', 'a YAML or JSON file with the people, bots and chats of a new world')
    .option('--memory', 'keeps the world in memory, without a file')
    .option('--db <file>', 'the database of the world', '.bot-emulator/world.sqlite')
    .option('--durable', 'writes each change to the disk at once, against power failures')
    .optionsGroup('Dashboard:')
    .option('--headless', 'prints plain lines instead of opening the dashboard')
  withScreenOptions(command)
    .optionsGroup('Server:')
    .addOption(new Option('--port <port>', 'the port; 0 selects a free one').default(8081).argParser(parsePort))
    .option('--host <host>', 'the address to listen on', '127.0.0.1')
    .option('--control-token <token>', 'what the control API requires from other machines')
    .addOption(secretFileOption('control-token'))
    .option('--log <file>', 'appends each call and delivery to this file, as lines of JSON')
    .option('--json', 'prints lines of JSON')
  return withServiceOptions(command)
    .addHelpText(
      'after',
      examples('docs/settings.md', 'start --bot "node bot.mjs" --watch "src/**"', 'start --headless --memory --port 0'),
    )
    .action(start)
}

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
  const farewell = memory
    ? 'The world was only in memory. To keep the next one, leave out --memory.'
    : `The world is in ${options.db}. Go on with it: npx ${ownCommand()}`
  exitSoon(await showAndServe(controlToken, { ...options, farewell }))
}
