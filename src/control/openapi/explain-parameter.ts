// Explains a refused parameter: which operations have it, and which values they take.

import { RUNNABLE_OPERATIONS } from '../../service/bot-api/operations/find-operation.ts'
import { schemaOf } from './json-schema.ts'

export interface ExplainedParameter {
  parameter: string
  operations: string[]
  takes?: string | undefined
  /** A description of the value that the call sent, if the refusal's reason quotes the value. */
  sent?: string | undefined
}

export const isParameter = (field: string) => schemasOf(field).length > 0

/** Explains `Bad Request: <field>: <reason>`. Undefined if no operation has such a parameter. */
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

interface ParameterSchema {
  type?: string | string[]
  format?: string
  items?: ParameterSchema
  properties?: Readonly<Record<string, ParameterSchema>>
  minimum?: number
  maximum?: number
  maxItems?: number
}

const KINDS: Readonly<Record<string, string>> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a text',
  boolean: 'a boolean',
  object: 'an object',
  array: 'a list',
  undefined: 'nothing, because the parameter was left out',
  null: 'null',
}

const AS_JSON = ', as JSON text in a query or form'

const MANY: Readonly<Record<string, string>> = { string: 'texts', object: 'objects', array: 'lists' }

/** In a list of commands, `0.command` is the text of the first one. */
function schemaAt(schema: ParameterSchema, path: readonly string[]): ParameterSchema | undefined {
  const [name, ...rest] = path
  if (name === undefined) return schema
  const inner = /^\d+$/.test(name) ? schema.items : schema.properties?.[name]
  return inner && schemaAt(inner, rest)
}

/** Describes the values that a parameter takes, for example `an integer from 1 to 100`. */
function takenText({ type, format, items, minimum, maximum, maxItems }: ParameterSchema): string | undefined {
  if (format === 'binary') return 'a file, or the file_id of a file'
  if (Array.isArray(type)) return type.map((one) => KINDS[one]).join(' or ')
  if (type === 'array') {
    const many = MANY[String(items?.type)] ?? 'values'
    return `a list of ${maxItems === undefined ? many : `at most ${maxItems} ${many}`}${AS_JSON}`
  }
  if (type === 'object') return KINDS.object + AS_JSON
  const kind = KINDS[type ?? '']
  if (minimum === undefined) return kind
  return maximum === undefined ? `${kind} of at least ${minimum}` : `${kind} from ${minimum} to ${maximum}`
}

/** Such as `a list of more than 20 items`, if the reason of the refusal says so. */
function sentText(reason: string): string | undefined {
  const [, received] = /^Invalid input: .*\breceived (\w+)/.exec(reason) ?? []
  if (received) return KINDS[received] ?? `a value of the type ${received}`
  const [, size, type = '', bound, unit] =
    /^Too (big|small): expected (\w+) to (?:be|have) [<>]=(-?\d+)(?: (\w+))?/.exec(reason) ?? []
  if (!size) return undefined
  const isBig = size === 'big'
  if (!unit) return `${KINDS[type]} ${isBig ? 'over' : 'under'} ${bound}`
  return `${KINDS[type]} of ${isBig ? 'more' : 'fewer'} than ${bound} ${unit}`
}
