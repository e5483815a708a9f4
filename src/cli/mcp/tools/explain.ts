// `explain` and `describe`: return the causes of an error, and the parameters of an action.

import * as z from 'zod'
import { catalogue } from '../../../control/actions/catalogue.ts'
import type { ActionField } from '../../../control/contract/service.ts'
import { valueTexts } from '../../../control/describe/fields.ts'
import { PLAIN } from '../../../lib/colours.ts'
import { findAction } from '../../commands/do.ts'
import { lineText } from '../../print/print.ts'
import { HINTS, hostTool } from '../tool.ts'

export const explain = hostTool({
  name: 'explain',
  description: 'Lists the causes of an error of the service, by its text or a rule id such as CID-10.',
  params: z.strictObject({ error: z.string().min(1) }),
  hints: HINTS.reads,
  async answer(_host, { error }) {
    const { explain } = await import('../../commands/explain.ts')
    return explain(error)
      .lines.map((line) => lineText(line, PLAIN))
      .join('\n')
  },
})

export const describe = hostTool({
  name: 'describe',
  description: 'Describes an action and its parameters.',
  params: z.strictObject({ action: z.string() }),
  hints: HINTS.reads,
  async answer(_host, { action: name }) {
    const { summary, fields } = findAction(catalogue(), name)
    return [`${name}: ${summary}`, ...fields.map(line)].join('\n')
  },
})

const line = (field: ActionField) =>
  `  ${field.name}${field.required ? '' : '?'}: ${valueTexts(field).type}. ${field.description}`
