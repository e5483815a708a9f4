// The environment variables that make a process and its child processes follow the clock.

import { delimiter, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CONTROL_PATH } from '../../control/contract/addresses.ts'
import { SEED_VARIABLE } from '../../lib/seeded-random.ts'
import { FOLLOW_VARIABLE } from './follow-variable.ts'

/**
 * The modes of a bot's clock. With "follow", it shows the emulator's time. With "skip", the emulator's clock also moves
 * to the next due timer while the bot and the emulator are idle.
 */
export const BOT_CLOCKS = ['follow', 'skip'] as const
export type BotClock = (typeof BOT_CLOCKS)[number]

interface FollowOptions {
  mode?: BotClock
  /** The control token, if the emulator requires one. */
  token?: string | undefined
}

/** The folder of the built modules, relative to this source file or to the bundle that contains it. */
const BUILT = extname(import.meta.url) === '.ts' ? '../../../dist/' : './'
const PRELOAD = new URL(`${BUILT}bot-clock.js`, import.meta.url).href
const THREAD_PRELOAD = fileURLToPath(new URL(`${BUILT}bot-clock-thread.cjs`, import.meta.url))
const PYTHON_MODULES = fileURLToPath(new URL(`${BUILT}bot-clock-python`, import.meta.url))

export function followVariables(
  emulatorUrl: string,
  { mode = 'follow', token }: FollowOptions = {},
  env: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const url = new URL(`${emulatorUrl.replace(/\/+$/, '')}${CONTROL_PATH}/clock`)
  if (token !== undefined) url.username = encodeURIComponent(token)
  if (mode === 'skip') url.search = '?skips=true'
  return { [FOLLOW_VARIABLE]: url.href, ...preloadVariables(env) }
}

/** Makes the random numbers of a process the same in each run. */
export const seedVariables = (seed: number): Record<string, string> => ({
  [SEED_VARIABLE]: String(seed),
  // Python also shuffles its sets.
  PYTHONHASHSEED: String(seed),
  ...preloadVariables(process.env),
})

function preloadVariables(env: Readonly<Record<string, string | undefined>>) {
  return {
    NODE_OPTIONS: [env.NODE_OPTIONS, `--import ${PRELOAD}`, `--require ${JSON.stringify(THREAD_PRELOAD)}`]
      .filter(Boolean)
      .join(' '),
    PYTHONPATH: [PYTHON_MODULES, env.PYTHONPATH].filter(Boolean).join(delimiter),
  }
}
