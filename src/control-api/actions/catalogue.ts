// The actions described: what each does and takes, as JSON schema.

import * as z from 'zod'
import type { ActionDescription, ParamsSchema } from '../../contract/service.ts'
import { ACTIONS } from './index.ts'

export const catalogue = (): ActionDescription[] =>
  ACTIONS.map(({ name, summary, params }) => ({
    name,
    summary,
    params: z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' }) as ParamsSchema,
  }))
