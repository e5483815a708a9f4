// `start`: runs the emulator until it is stopped.

import { Problem } from '../../lib/problem.ts'
import { keepYoungGenerationSmall } from '../../lib/young-generation.ts'
import { define } from '../command.ts'
import { exitSoon } from '../exit-codes.ts'
import { ownCommand } from '../own-command.ts'
import { canShowDashboard } from '../settings/screen-options.ts'
import { START_OPTIONS, type StartOptions } from '../start/options.ts'
import { hasScreenProcess } from '../start/two-processes.ts'

export const command = define({
  options: START_OPTIONS,
  page: 'docs/settings.md',
  examples: ['start --bot "node bot.mjs" --watch "src/**"', 'start --headless --memory --port 0'],
  run: start,
})

/** Without a terminal, or with --headless or --json, runs the emulator in this process and prints lines. */
async function start(options: StartOptions) {
  const { headless, json, memory, controlToken, bot, watch, botName } = options
  if (bot === undefined && (watch || botName !== undefined)) {
    const hint = 'Pass the command that starts your bot: --bot "node bot.js"'
    throw new Problem('bad-option', `${watch ? '--watch' : '--bot-name'} needs --bot.`, hint)
  }
  if (watch) (await import('../running/watch-files.ts')).requireFiles(watch)
  if (headless || json || hasScreenProcess() || !canShowDashboard()) {
    keepYoungGenerationSmall()
    const { serve } = await import('../start/serve.ts')
    return serve(options)
  }
  const { showAndServe } = await import('../start/show-and-serve.ts')
  const farewell = memory
    ? 'The world was only in memory. To keep the next one, leave out --memory.'
    : `The world is in ${options.db}. Go on with it: npx ${ownCommand()}`
  exitSoon(await showAndServe(controlToken, { ...options, farewell }))
}
