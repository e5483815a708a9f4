// The control interface as OpenAPI paths: actions and views from their catalogues, and the rest.

import { CONTROL_PATH } from '../contract/control-path.ts'
import type { DeclaredView, Query, ResultName } from '../contract/declared.ts'
import { expectation } from '../contract/expectation.ts'
import { ACTIONS } from '../control-api/actions/index.ts'
import { EVENT_TYPES } from '../control-api/build-views/event.ts'
import { VIEWS } from '../control-api/views/index.ts'
import { schemaOfWord } from '../control-api/views/parse-query.ts'
import { granted, schemaNamed } from './granted.ts'
import { type JsonSchema, schemaOf } from './schema-of.ts'

export function controlPaths(): Record<string, unknown> {
  const actions = ACTIONS.map(({ name, summary, params, result }) => [
    `/actions/${name}`,
    { post: { ...described(`action_${name}`, summary, answers(result)), requestBody: bodyOf(schemaOf(params)) } },
  ])
  const views = VIEWS.map((view) => [view.path.replace(/:(\w+)/g, '{$1}'), viewed(view)])
  const paths = { ...Object.fromEntries(actions), ...Object.fromEntries(views), ...OTHERS }
  return Object.fromEntries(Object.entries(paths).map(([path, item]) => [CONTROL_PATH + path, item]))
}

function viewed({ path, query = {}, result }: DeclaredView) {
  const refs = path.match(/(?<=:)\w+/g) ?? []
  return {
    parameters: refs.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    get: {
      ...described(
        `view${path.replace(/:\w+/g, '').replace(/\/+/g, '_')}`,
        `The world as it is: ${path}`,
        answers(result),
      ),
      parameters: Object.entries(query).map(([name, kind]) => inQuery(name, kind)),
    },
  }
}

const inQuery = (name: string, kind: Query[string] = 'text') => ({ name, in: 'query', schema: schemaOfWord(kind) })

const described = (operationId: string, summary: string, responses: object) => ({
  operationId,
  summary,
  tags: ['control'],
  security: [{}, { controlToken: [] }],
  responses,
})

const gives = (description: string, content: object) => ({ 200: { description, content } })

/** The usual answer, also where something is wrong. */
const answers = (result: ResultName) => ({
  200: granted(result),
  '4XX': { $ref: '#/components/responses/problem' },
})

const json = (schema: JsonSchema) => ({ required: true, content: { 'application/json': { schema } } })

/** An action that takes a file may be sent as a form as well, with the file as a part. */
function bodyOf(schema: JsonSchema) {
  const body = json(schema)
  const { file, ...fields } = (schema.properties ?? {}) as Record<string, JsonSchema>
  if (!file) return body
  const form = { ...schema, properties: { ...fields, file: { type: 'string', format: 'binary' } } }
  return { ...body, content: { ...body.content, 'multipart/form-data': { schema: form } } }
}

const bytes = { 'application/octet-stream': { schema: {} } }

const ONE_OR_MORE = `One of these, or several with commas: ${EVENT_TYPES.join(', ')}.`

const OTHERS = {
  '/health': { get: described('health', 'Version, address and clock, once it is ready.', answers('Health')) },
  '/actions': {
    get: described(
      'actions',
      'The catalogue of actions, with the schemas of their parameters.',
      answers('ActionDescription[]'),
    ),
  },
  '/wait': {
    post: {
      ...described('wait', 'Waits until a bot call matches; else tells of the nearest miss.', answers('CallView')),
      requestBody: json(schemaOf(expectation)),
    },
  },
  '/events': {
    get: {
      ...described(
        'events',
        'What happens, as server-sent events; resumable by Last-Event-ID.',
        gives('The data of each.', { 'text/event-stream': { schema: schemaNamed('EventView') } }),
      ),
      parameters: [
        inQuery('bot', 'ref'),
        inQuery('chat', 'ref'),
        { ...inQuery('type'), schema: { type: 'string', description: ONE_OR_MORE } },
        { ...inQuery('after'), schema: { type: 'string', description: 'The id of an event; 0 is before all.' } },
        { ...inQuery('Last-Event-ID'), in: 'header' },
      ],
    },
  },
  '/files/{unique_id}': {
    parameters: [{ name: 'unique_id', in: 'path', required: true, schema: { type: 'string' } }],
    get: described('file', 'The stored bytes of a file.', gives('The bytes.', { '*/*': { schema: {} } })),
  },
  '/export': {
    get: {
      ...described('exportWorld', 'The whole world as one file.', gives('The file.', bytes)),
      parameters: [inQuery('tokens', 'boolean')],
    },
  },
  '/import': {
    post: {
      ...described('importWorld', 'Puts an exported world in place of this one.', answers('Imported')),
      requestBody: { required: true, content: bytes },
    },
  },
  '/openapi.json': {
    get: described(
      'openapi',
      'This document.',
      gives('The document.', { 'application/json': { schema: { type: 'object' } } }),
    ),
  },
}
