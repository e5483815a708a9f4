// Runs a bot's program for `start`, and restarts it after crashes and changes.

import type { BotView } from '../../control/contract/people.ts'
import type { Emulator } from '../../emulator.ts'
import { stopwatch } from '../../lib/clock.ts'
import { pause } from '../../lib/wait-until.ts'
import {
  botEnvironment,
  type EnvironmentSettings,
  type Program,
  type Report,
  startProgram,
} from '../../testing/programs/program.ts'
import { watchFiles } from '../running/watch-files.ts'

export interface RunSettings extends EnvironmentSettings {
  command: string
  url: string
  /** Patterns of files. A change of a matching file restarts the program. */
  watch?: readonly string[] | undefined
}

export type RunningBot = ReturnType<typeof runBot>

/** The pauses before restarts: after the first crash in a row, after the second crash, and so on. */
const BACK_OFF_SECONDS = [1, 2, 4, 8, 15, 30]
/** After a program has run for this long, its next crash counts as its first: the pause before the restart is short. */
const STABLE_MS = 10_000
/** Shorter than MAX_STOP_MS, so that the emulator can still close in time. */
const STOP_GRACE_MS = 500

export function runBot(
  { world, programs, reportProgram }: Emulator,
  bot: Pick<BotView, 'id' | 'token'>,
  runSettings: RunSettings,
) {
  const { command, url, watch, ...settings } = runSettings
  const report = (about: Report) => reportProgram({ bot: bot.id, ...about })
  let isStopped = false
  let program: Program | undefined
  let next = Promise.withResolvers<void>()
  let changed: string | undefined

  async function run() {
    let crashes = 0
    while (!isStopped) {
      next = Promise.withResolvers()
      const elapsed = stopwatch()
      report({ how: 'started', command, ...(changed !== undefined && { changed }) })
      changed = undefined
      const token = world.store.bots.byId(bot.id)?.token ?? bot.token
      program = startProgram({ command, env: botEnvironment(url, token, settings), secret: token, report })
      const end = await Promise.race([program.ended, next.promise])
      await program.stop(STOP_GRACE_MS)
      if (!end) crashes = 0
      else {
        crashes = elapsed() < STABLE_MS ? crashes + 1 : 1
        const wait = end.code === 0 ? null : (BACK_OFF_SECONDS[crashes - 1] ?? Math.max(...BACK_OFF_SECONDS))
        report({ how: 'ended', ...end, restarts_in: wait })
        const isOver = new AbortController()
        const isRequested = await Promise.race([
          next.promise.then(() => true),
          ...(wait === null ? [] : [pause(wait * 1000, isOver.signal).catch(() => {})]),
        ])
        isOver.abort()
        if (isRequested) crashes = 0
      }
    }
  }

  const restart = () => next.resolve()

  const stopWatching = watchFiles(watch ?? [], (file) => {
    changed = file
    restart()
  })
  const kill = () => program?.kill()
  // If the emulator crashes, the program must not keep running.
  process.once('exit', kill)
  programs.runBy(bot.id, restart)
  const ended = run()
  return {
    kill,
    async stop() {
      isStopped = true
      stopWatching()
      restart()
      await ended
      process.off('exit', kill)
    },
  }
}
