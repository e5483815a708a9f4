// Finds the operations that take a parameter, and what they take.

import { RUNNABLE_OPERATIONS } from '../bot-api/operations/find-operation.ts'
import { type ParameterSchema, schemaAt, sentText, takenText } from '../describe/parameter.ts'
import { schemaOf } from './json-schema.ts'

export interface ExplainedParameter {
  parameter: string
  /** The operations that have the parameter. */
  operations: string[]
  takes?: string | undefined
  /** What the refused call sent, if the reason of the refusal tells it. */
  sent?: string | undefined
}

export const isParameter = (field: string) => schemasOf(field).length > 0

/** Explains the refusal `Bad Request: <field>: <reason>`. Returns undefined if no operation has the parameter. */
export function explainParameter(field: string, reason: string): ExplainedParameter | undefined {
  const [first, ...others] = schemasOf(field)
  if (!first) return undefined
  const schema = schemaAt(first.schema, field.split('.').slice(1))
  const operations = [first, ...others].map(({ operation }) => operation)
  return { parameter: field, operations, takes: schema && takenText(schema), sent: sentText(reason) }
}

/** Returns the schemas of a parameter, one for each operation. The field may be a path in the parameter. */
function schemasOf(field: string): { operation: string; schema: ParameterSchema }[] {
  const [name = ''] = field.split('.')
  return RUNNABLE_OPERATIONS.flatMap(({ name: operation, params }) => {
    const schema = (schemaOf(params).properties as Record<string, ParameterSchema> | undefined)?.[name]
    return schema ? [{ operation, schema }] : []
  })
}
