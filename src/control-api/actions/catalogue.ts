// The catalogue of actions: summaries, parameters as JSON schema, and fields.

import * as z from 'zod'
import { fieldsOf } from '../../contract/fields.ts'
import type { ActionDescription, ParamsSchema } from '../../contract/service.ts'
import { ACTIONS } from './index.ts'

export const catalogue = (): ActionDescription[] =>
  ACTIONS.map(({ name, summary, params: schema }) => {
    const params = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as ParamsSchema
    return { name, summary, fields: fieldsOf(params), params }
  })
