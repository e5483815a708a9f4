// view: looks at the world by a path of the catalogue of views.

import * as z from 'zod'
import { VIEWS } from '../../control-api/views/index.ts'
import { shortJson } from '../answer-text.ts'
import { tool } from '../tool.ts'

export const view = tool({
  name: 'view',
  description: `Looks at the world as JSON, cut unless \`whole\`. Paths: ${VIEWS.map(({ path }) => path).join(' ')}`,
  params: z.strictObject({
    path: z.string().describe('with handles or ids for what begins with a colon'),
    query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
    whole: z.boolean().default(false),
  }),
  readOnly: true,
  async answer(client, { path, query, whole }) {
    const seen: unknown = await client.view<string>(path, query)
    return whole ? JSON.stringify(seen) : shortJson(seen, '`whole: true` shows all')
  },
})
