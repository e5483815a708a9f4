// describe: what an action takes.

import * as z from 'zod'
import type { ParamsSchema } from '../../contract/service.ts'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import { tool } from '../tool.ts'

export const describe = tool({
  name: 'describe',
  description: 'What an action does, and the parameters it takes.',
  params: z.strictObject({ action: z.string() }),
  readOnly: true,
  async answer(client, { action: name }) {
    const actions = await client.actions()
    const action = actions.find((one) => one.name === name)
    if (!action) {
      const names = actions.map((one) => one.name)
      throw new Problem('unknown-action', `There is no action "${name}".`, didYouMean(name, names))
    }
    return [`${name}: ${action.summary}`, ...fieldsOf(action.params).map((field) => `  ${field}`)].join('\n')
  },
})

const fieldsOf = ({ properties = {}, required = [] }: ParamsSchema): string[] =>
  Object.entries(properties).map(([name, inner]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(inner)}`)

function typeOf(schema: ParamsSchema): string {
  const { type, enum: values, const: only, anyOf, items, properties } = schema
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (only !== undefined) return JSON.stringify(only)
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  if (items) return listOf(typeOf(items))
  if (properties) return `{${fieldsOf(schema).join(', ')}}`
  return [type ?? 'anything'].flat().join(' | ')
}

const listOf = (type: string) => (/^[^{]* \| /.test(type) ? `(${type})[]` : `${type}[]`)
