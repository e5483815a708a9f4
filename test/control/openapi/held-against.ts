// Answers held against what the OpenAPI document says of them.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { openApiDocument } from '../../../src/control/openapi/document.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into freely
type Any = any

export const document: Any = JSON.parse(JSON.stringify(openApiDocument('http://127.0.0.1:8081')))

const ajv = new Ajv2020({ strict: false, allErrors: true })
ajv.addSchema({ $id: 'doc', components: document.components })

/** The schema of a whole answer that is a success. */
export const granted = ({ responses }: Any) => responses['200'].content['application/json'].schema

const validators = new Map<string, ValidateFunction>()

/** What is wrong with an answer, in lines. */
export function mistakes(schema: Any, answer: unknown): string[] {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"doc#/components')
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text))
  validators.set(text, validate)
  return validate(answer) ? [] : validate.errors!.map((error) => `${error.instancePath} ${error.message}`)
}
