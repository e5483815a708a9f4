// Explains a refused parameter: which operations have it, and which values they take.

import { RUNNABLE_OPERATIONS } from '../../service/bot-api/operations/find-operation.ts'
import { schemaOf } from './json-schema.ts'
import { type ParameterSchema, schemaAt, sentText, takenText } from './parameter.ts'

export interface ExplainedParameter {
  parameter: string
  operations: string[]
  takes?: string | undefined
  /** A description of the value that the call sent, if the refusal's reason quotes the value. */
  sent?: string | undefined
}

export const isParameter = (field: string) => schemasOf(field).length > 0

/**
 * Explains the refusal `Bad Request: <field>: <reason>`. Returns undefined if no operation has a parameter with this
 * name.
 */
export function explainParameter(field: string, reason: string): ExplainedParameter | undefined {
  const [first, ...others] = schemasOf(field)
  if (!first) return undefined
  const schema = schemaAt(first.schema, field.split('.').slice(1))
  const operations = [first, ...others].map(({ operation }) => operation)
  return { parameter: field, operations, takes: schema && takenText(schema), sent: sentText(reason) }
}

/** The field may be a path such as `commands.0.command`, which begins with the name of the parameter. */
function schemasOf(field: string): { operation: string; schema: ParameterSchema }[] {
  const [name = ''] = field.split('.')
  return RUNNABLE_OPERATIONS.flatMap(({ name: operation, params }) => {
    const schema = (schemaOf(params).properties as Record<string, ParameterSchema> | undefined)?.[name]
    return schema ? [{ operation, schema }] : []
  })
}
