// `explore`: tests a bot with random input for a limited time.

import * as z from 'zod'
import type { Finding } from '../../explore/investigate.ts'
import { newestLines, quoteExcerpt } from '../answer-text.ts'
import { pathBelow } from '../paths.ts'
import { commandProblem } from '../run-command.ts'
import { HINTS, hostTool } from '../tool.ts'
import { botFlags, botParams } from './bot-flags.ts'

/** The folder in which an exploration writes each failure as a scenario. */
const FOLDER = 'explored'
const MAX_SECONDS = 600
const EXIT_CODES_OF_A_RUN = [0, 1]

export const explore = hostTool({
  name: 'explore',
  description: `Performs random actions of people for some seconds, and writes each failure of the bot as a scenario into ${FOLDER}/, for \`test\`.`,
  params: z.strictObject({
    ...botParams,
    seconds: z
      .int()
      .min(1)
      .max(MAX_SECONDS)
      .default(30)
      .describe('the seconds to explore; confirming a failure adds up to 20'),
    seed: z.int().min(0).default(1).describe('the seed of the random actions'),
    world: z.string().optional().describe('a world file with people, bot and groups'),
  }),
  hints: HINTS.runsPrograms,
  async answer(host, { seconds, seed, world, ...flags }, call) {
    const worldFlag = world === undefined ? [] : [`--world=${pathBelow(world)}`]
    const args = [`--for=${seconds}`, `--seed=${seed}`, `--out=${pathBelow(FOLDER)}`, '--json', ...worldFlag]
    const result = await host.run(['explore', ...args, ...botFlags(host, flags)], call)
    if (!EXIT_CODES_OF_A_RUN.includes(result.code ?? -1)) throw commandProblem(result)
    const findings = result.stdout.split('\n').filter(Boolean).map(findingLine)
    const lines = findings.length ? findings : [`No failure found in ${seconds} s with seed ${seed}.`]
    return newestLines(lines, `read ${FOLDER}/`)
  },
})

function findingLine(json: string): string {
  const { kind, summary, file, steps }: Finding = JSON.parse(json)
  return `${kind}: ${quoteExcerpt(summary)}, ${steps} steps: ${file}`
}
