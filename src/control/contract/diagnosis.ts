// The shape of a diagnosis: what a bot is doing, or why it did nothing.

import * as z from 'zod'

const BOT_STATES = [
  'ended',
  'suspended',
  'polls-refused',
  'unknown-token',
  'not-connected',
  'webhook-failing',
  'not-asked-for',
  'refused',
  'error',
  'unconfirmed',
  'not-fetched',
  'working',
  'silent',
  'called',
  'idle',
] as const

export const Diagnosis = z.object({
  bot: z.string().meta({ description: 'The handle of the bot.' }),
  state: z.enum(BOT_STATES),
  idle: z.boolean().meta({ description: 'True if nothing more is to be expected of the bot.' }),
  text: z.string().meta({ description: 'What the bot did since the last action, or why it did nothing.' }),
  advice: z.string().optional().meta({ description: 'What to do about it.' }),
  lines: z.array(z.string()).meta({ description: 'The evidence: refused calls, attempts, the last output.' }),
})
export type Diagnosis = z.infer<typeof Diagnosis>
