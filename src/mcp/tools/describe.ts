// describe: what an action takes.

import * as z from 'zod'
import type { ParamsSchema } from '../../contract/service.ts'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import { tool } from '../tool.ts'

export const describe = tool({
  name: 'describe',
  description: 'What an action does, and the parameters it takes.',
  params: z.object({ action: z.string() }),
  readOnly: true,
  async answer(client, { action: name }) {
    const actions = await client.actions()
    const action = actions.find((one) => one.name === name)
    if (!action) {
      const names = actions.map((one) => one.name)
      throw new Problem('unknown-action', `There is no action "${name}".`, didYouMean(name, names))
    }
    const { properties = {}, required = [] } = action.params
    const lines = Object.entries(properties).map(
      ([param, schema]) => `  ${param}${required.includes(param) ? '' : '?'}: ${typeOf(schema)}`,
    )
    return [`${name}: ${action.summary}`, ...lines].join('\n')
  },
})

function typeOf({ type, enum: values, const: only, anyOf, items, properties }: ParamsSchema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (only !== undefined) return JSON.stringify(only)
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  if (items) return `${typeOf(items)}[]`
  if (properties)
    return `{${Object.entries(properties)
      .map(([name, inner]) => `${name}: ${typeOf(inner)}`)
      .join(', ')}}`
  return [type ?? 'anything'].flat().join(' | ')
}
