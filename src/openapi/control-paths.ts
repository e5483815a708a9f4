// The control interface as OpenAPI paths: actions from the catalogue, views from their list, and the rest.

import { ACTIONS } from '../control-api/actions/index.ts'
import { EVENT_TYPES, querySchema, VIEW_PATHS, VIEW_QUERIES } from '../control-api/views/index.ts'
import { expectation } from '../control-api/wait/expectation.ts'
import { type JsonSchema, schemaOf } from './schema-of.ts'

const PREFIX = '/_emulator'

export function controlPaths(): Record<string, unknown> {
  const actions = ACTIONS.map((action) => [
    `/actions/${action.name}`,
    { post: { ...described(`action_${action.name}`, action.summary), requestBody: json(schemaOf(action.params)) } },
  ])
  const views = VIEW_PATHS.map((path) => [pathOf(path), { parameters: refsOf(path), get: viewed(path) }])
  const paths = { ...Object.fromEntries(actions), ...Object.fromEntries(views), ...OTHERS }
  return Object.fromEntries(Object.entries(paths).map(([path, item]) => [PREFIX + path, item]))
}

const NAMES = ['ref', 'other']

const pathOf = (view: string) => {
  let i = 0
  return view.replaceAll('*', () => `{${NAMES[i++]}}`)
}

const refsOf = (view: string) =>
  view
    .split('*')
    .slice(1)
    .map((_, i) => ({ name: NAMES[i], in: 'path', required: true, schema: { type: 'string' } }))

const viewed = (path: string) => ({
  ...described(`view${path.replace(/\W+/g, '_')}`, `The world as it is: ${path}`),
  parameters: VIEW_QUERIES[path]!.map(inQuery),
})

const inQuery = (name: string) => ({ name, in: 'query', schema: querySchema(name) })

const described = (operationId: string, summary: string) => ({
  operationId,
  summary,
  tags: ['control'],
  security: [{}, { controlToken: [] }],
  responses: {
    200: { $ref: '#/components/responses/done' },
    '4XX': { $ref: '#/components/responses/problem' },
  },
})

const json = (schema: JsonSchema) => ({ required: true, content: { 'application/json': { schema } } })
const bytes = { 'application/octet-stream': { schema: {} } }
const gives = (description: string, content: object) => ({ 200: { description, content } })

const ONE_OR_MORE = `One of these, or several with commas: ${EVENT_TYPES.join(', ')}.`

const OTHERS = {
  '/health': { get: described('health', 'Version, address and clock, once it is ready.') },
  '/actions': { get: described('actions', 'The catalogue of actions, with the JSON schemas of their parameters.') },
  '/wait': {
    post: {
      ...described('wait', 'Waits until a bot call matches; else tells of the nearest miss.'),
      requestBody: json(schemaOf(expectation)),
    },
  },
  '/events': {
    get: {
      ...described('events', 'What happens, as server-sent events; resumable by Last-Event-ID.'),
      parameters: [
        ...['bot', 'chat'].map(inQuery),
        { ...inQuery('type'), schema: { type: 'string', description: ONE_OR_MORE } },
        { ...inQuery('after'), schema: { type: 'string', description: 'The id of an event; 0 is before all.' } },
        { ...inQuery('Last-Event-ID'), in: 'header' },
      ],
      responses: gives('One event each.', { 'text/event-stream': { schema: { type: 'string' } } }),
    },
  },
  '/files/{unique_id}': {
    parameters: [{ name: 'unique_id', in: 'path', required: true, schema: { type: 'string' } }],
    get: {
      ...described('file', 'The stored bytes of a file.'),
      responses: gives('The bytes.', { '*/*': { schema: {} } }),
    },
  },
  '/export': {
    get: {
      ...described('exportWorld', 'The whole world as one file.'),
      parameters: [inQuery('tokens')],
      responses: gives('The file.', bytes),
    },
  },
  '/import': {
    post: {
      ...described('importWorld', 'Puts an exported world in place of this one.'),
      requestBody: { required: true, content: bytes },
    },
  },
  '/openapi.json': {
    get: {
      ...described('openapi', 'This document.'),
      responses: gives('The document.', { 'application/json': { schema: { type: 'object' } } }),
    },
  },
}
