// Writes a finding as a scenario that fails on the bot.

import { excerptWords } from '../../lib/safe-text.ts'
import { SEED_VARIABLE } from '../../lib/seeded-random.ts'
import type { BotSettings } from '../programs/bot-under-test.ts'
import { scenarioText, type WrittenStep } from '../recorder/written-steps.ts'
import { escapeVariables, mapTexts } from '../scenarios/variables.ts'
import type { WorldFile } from '../worlds/world-file.ts'
import type { Suspicion } from './judges/suspicion.ts'
import type { Observation } from './observation.ts'

export interface FindingFrame {
  world: WorldFile
  seed: number
  bot: Pick<BotSettings, 'clock' | 'reset'> & { command: string }
  file: string
}

const MAX_NAME = 120

export function findingText(observations: readonly Observation[], suspicion: Suspicion, frame: FindingFrame): string {
  const { kind, summary, check } = suspicion
  const actions = observations.map(({ move, params }): WrittenStep => ({ [move.action]: params }))
  const steps = mapTexts([...actions, ...check], escapeVariables) as WrittenStep[]
  const text = scenarioText(
    steps.map((step) => ({ step })),
    {
      name: excerptWords(`${kind}: ${summary.split('. ')[0]}`, MAX_NAME),
      world: usedWorld(frame.world, observations),
      bot: observations.length > 1 ? { settles: true } : undefined,
      clock: frame.bot.clock ? 'emulator' : undefined,
    },
  )
  const comments = [
    `${kind}: ${summary}`,
    `Found by bot-emulator explore --seed ${frame.seed}. The scenario fails until the bot is fixed:`,
    commandOf(frame),
  ]
  return `${comments.map((line) => `# ${line.replace(/\s+/g, ' ')}\n`).join('')}${text}`
}

/** Returns the command that plays the scenario. A bot that follows the clock gets its random numbers from the seed. */
function commandOf({ seed, file, bot }: FindingFrame): string {
  const { command, clock, reset } = bot
  const variable = clock ? `${SEED_VARIABLE}=${seed} ` : ''
  return `${reset ? `${reset}; ` : ''}${variable}npx bot-emulator test ${file} --bot ${JSON.stringify(command)}`
}

/** Returns the world without the people, groups and channels that the steps of the scenario do not need. */
function usedWorld(world: WorldFile, observations: readonly Observation[]): WorldFile {
  const named = new Set(observations.flatMap(({ params }) => Object.values(params)))
  const groups = filterEntries(world.groups, (handle) => named.has(handle))
  const channels = filterEntries(world.channels, (handle) => named.has(handle))
  const needed = JSON.stringify([world.bots, groups, channels])
  const users = filterEntries(world.users, (handle) => named.has(handle) || needed.includes(`"${handle}"`))
  return { ...world, users, groups, channels }
}

const filterEntries = <Entry>(entries: Record<string, Entry> | undefined, isKept: (handle: string) => boolean) =>
  Object.fromEntries(Object.entries(entries ?? {}).filter(([handle]) => isKept(handle)))
