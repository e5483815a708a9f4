// The OpenAPI document of the bot and control APIs, built from their validation schemas.

import { VERSION } from '../../lib/version.ts'
import { botPaths, refusalExamples } from './bot-paths.ts'
import { controlPaths } from './control-paths.ts'
import { namedSchemas } from './json-schema.ts'

export const openApiDocument = (url: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'bot-emulator',
    version: VERSION,
    description: 'The bot API of the emulated messenger, and the control API of the emulator under /_emulator.',
  },
  servers: [{ url }],
  tags: [
    { name: 'bot', description: 'The API for bots.' },
    { name: 'control', description: 'The API for people and tools, which is not part of the emulated service.' },
  ],
  paths: { ...botPaths(), ...controlPaths() },
  components: {
    parameters: {
      token: { name: 'token', in: 'path', required: true, schema: { type: 'string' }, description: "The bot's token." },
    },
    securitySchemes: { controlToken: { type: 'http', scheme: 'bearer' } },
    schemas: { ...SCHEMAS, ...namedSchemas() },
    responses: {
      problem: answer('A problem: what happened, and what to do.', 'problem'),
    },
    examples: refusalExamples(),
  },
})

const answer = (description: string, schema: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
})

const text = { type: 'string' }

const SCHEMAS = {
  refused: {
    type: 'object',
    required: ['ok', 'error_code', 'description'],
    properties: {
      ok: { const: false },
      error_code: { type: 'integer' },
      description: text,
      parameters: { type: 'object', properties: { retry_after: { type: 'integer' } } },
    },
  },
  problem: {
    type: 'object',
    required: ['ok', 'error'],
    properties: {
      ok: { const: false },
      error: {
        type: 'object',
        required: ['code', 'message', 'hint'],
        properties: { code: text, message: text, hint: text, details: { type: 'object' } },
      },
    },
  },
}
