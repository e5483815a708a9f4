// The shape of a diagnosis: what a bot is doing, or why it did nothing.

import * as z from 'zod'

export const Diagnosis = z.object({
  bot: z.string().describe('The handle of the bot.'),
  state: z.enum([
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
  ]),
  idle: z.boolean().describe('True if nothing more is to be expected of the bot.'),
  text: z.string().describe('What the bot did since the last action, or why it did nothing.'),
  advice: z.string().optional().describe('What to do about it.'),
  lines: z.array(z.string()).describe('The evidence: refused calls, attempts, the last output.'),
})
export type Diagnosis = z.infer<typeof Diagnosis>
