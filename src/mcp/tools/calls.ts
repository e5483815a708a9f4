// calls: the last calls of bots, each with its outcome and the cause of a refusal.

import * as z from 'zod'
import { callLine, newestLines } from '../answer-text.ts'
import { tool } from '../tool.ts'

export const calls = tool({
  name: 'calls',
  description: 'The last calls of bots, one a line: outcome, and why it was refused. `object` shows one whole.',
  params: z.strictObject({
    bot: z.string().optional(),
    method: z.string().optional(),
    refused: z.boolean().optional().describe('only refused ones'),
    after: z.int().optional().describe('only after this call'),
    last: z.int().min(1).default(5),
  }),
  readOnly: true,
  async answer(client, { refused, last, ...query }) {
    const found = await client.view('/calls', { ...query, ...(refused && { ok: false }) })
    return newestLines(found.slice(-last).map(callLine), 'ask with `after`') || 'No such calls.'
  },
})
