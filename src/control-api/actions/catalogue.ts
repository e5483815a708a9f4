// The actions described: what each does and takes, as JSON schema.

import * as z from 'zod'
import { ACTIONS } from './index.ts'

export interface ActionDescription {
  name: string
  summary: string
  params: z.core.JSONSchema.BaseSchema
}

export const catalogue = (): ActionDescription[] =>
  ACTIONS.map(({ name, summary, params }) => ({
    name,
    summary,
    params: z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' }),
  }))
