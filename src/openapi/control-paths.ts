// The control API as OpenAPI paths: actions, views and other routes.

import { CONTROL_PATH } from '../contract/addresses.ts'
import { idleReport } from '../contract/clock-lease.ts'
import type { Query, ResultName, ViewDeclaration } from '../contract/declarations.ts'
import { expectationSchema } from '../contract/expectation.ts'
import { ACTIONS } from '../control-api/actions/index.ts'
import { EVENT_TYPES } from '../control-api/build-views/event.ts'
import { VIEWS } from '../control-api/views/index.ts'
import { schemaOfKind } from '../control-api/views/parse-query.ts'
import { idleParams } from '../control-api/wait-for-idle.ts'
import { type JsonSchema, schemaOf, schemaRef, successResponse } from './json-schema.ts'

export function controlPaths(): Record<string, unknown> {
  const actions = ACTIONS.map(({ name, summary, params, result }) => [
    `/actions/${name}`,
    {
      post: { ...describe(`action_${name}`, summary, resultOrProblem(result)), requestBody: bodyOf(schemaOf(params)) },
    },
  ])
  const views = VIEWS.map((view) => [view.path.replace(/:(\w+)/g, '{$1}'), pathOfView(view)])
  const paths = { ...Object.fromEntries(actions), ...Object.fromEntries(views), ...OTHER_PATHS }
  return Object.fromEntries(Object.entries(paths).map(([path, item]) => [CONTROL_PATH + path, item]))
}

function pathOfView({ path, summary, query = {}, result }: ViewDeclaration) {
  const refs = path.match(/(?<=:)\w+/g) ?? []
  return {
    parameters: refs.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    get: {
      ...describe(`view${path.replace(/:\w+/g, '').replace(/\/+/g, '_')}`, summary, resultOrProblem(result)),
      parameters: Object.entries(query).map(([name, kind]) => queryParam(name, kind)),
    },
  }
}

const queryParam = (name: string, kind: Query[string] = 'text') => ({ name, in: 'query', schema: schemaOfKind(kind) })

const describe = (operationId: string, summary: string, responses: object) => ({
  operationId,
  summary,
  tags: ['control'],
  security: [{}, { controlToken: [] }],
  responses,
})

const okResponse = (description: string, content: object) => ({ 200: { description, content } })

const resultOrProblem = (result: ResultName) => ({
  200: successResponse(result),
  '4XX': { $ref: '#/components/responses/problem' },
})

const json = (schema: JsonSchema) => ({ required: true, content: { 'application/json': { schema } } })

/** Describes the body of an action: JSON or, if the action has a `file` parameter, also a multipart form. */
function bodyOf(schema: JsonSchema) {
  const body = json(schema)
  const { file, ...fields } = (schema.properties ?? {}) as Record<string, JsonSchema>
  if (!file) return body
  const form = { ...schema, properties: { ...fields, file: { type: 'string', format: 'binary' } } }
  return { ...body, content: { ...body.content, 'multipart/form-data': { schema: form } } }
}

const bytes = { 'application/octet-stream': { schema: {} } }

/** An empty JSON body. It is required, because web pages of other sites cannot send JSON to the emulator. */
const EMPTY_BODY = json({ type: 'object' })

const recordingPath = (parameters: object) => ({
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  ...parameters,
})

const ONE_OR_MORE = `Event types, separated by commas: ${EVENT_TYPES.join(', ')}.`

const OTHER_PATHS = {
  '/health': { get: describe('health', 'The version, address and clock of the emulator.', resultOrProblem('Health')) },
  '/actions': {
    get: describe(
      'actions',
      'All actions with their fields, and the schemas of their parameters.',
      resultOrProblem('ActionDescription[]'),
    ),
  },
  '/wait': {
    post: {
      ...describe(
        'wait',
        'Waits for a matching call of a bot. If none is made in time, describes the most similar call.',
        resultOrProblem('CallView'),
      ),
      requestBody: json(schemaOf(expectationSchema)),
    },
  },
  '/wait-for-idle': {
    post: {
      ...describe(
        'waitForIdle',
        'Waits until the bots are idle. Returns the time at which the next delayed event is due.',
        resultOrProblem('IdleView'),
      ),
      requestBody: json(schemaOf(idleParams)),
    },
  },
  '/clock/follow': {
    get: {
      ...describe(
        'followClock',
        'Makes the calling process follow the clock until the connection closes. Sends the state of the clock at each change, as server-sent events.',
        okResponse('The data of each event.', { 'text/event-stream': { schema: { type: 'object' } } }),
      ),
      parameters: [
        { ...queryParam('pid', 'number'), required: true },
        queryParam('parent', 'number'),
        queryParam('thread', 'number'),
        { ...queryParam('runtime'), required: true },
        queryParam('skips', 'boolean'),
        queryParam('runsAhead', 'boolean'),
      ],
    },
  },
  '/clock/report': {
    post: {
      ...describe(
        'reportToClock',
        'A process that follows the clock calls this route when it becomes idle.',
        resultOrProblem('Done'),
      ),
      requestBody: json(schemaOf(idleReport)),
    },
  },
  '/recordings': {
    post: {
      ...describe('beginRecording', 'Begins to record a scenario.', resultOrProblem('NewRecording')),
      requestBody: EMPTY_BODY,
    },
  },
  '/recordings/{id}': recordingPath({
    get: describe('recording', 'The recorded steps, and the scenario file.', resultOrProblem('RecordingView')),
  }),
  '/recordings/{id}/stop': recordingPath({
    post: {
      ...describe('stopRecording', 'Ends a recording.', resultOrProblem('Done')),
      requestBody: EMPTY_BODY,
    },
  }),
  '/recordings/{id}/replay': recordingPath({
    post: {
      ...describe('replayRecording', 'Plays a recording on a new emulator.', resultOrProblem('ReplayView')),
      requestBody: EMPTY_BODY,
    },
  }),
  '/events': {
    get: {
      ...describe(
        'events',
        'The events as a stream of server-sent events. Resumes after Last-Event-ID.',
        okResponse('The data of each event.', { 'text/event-stream': { schema: schemaRef('EventView') } }),
      ),
      parameters: [
        queryParam('bot', 'ref'),
        queryParam('chat', 'ref'),
        { ...queryParam('type'), schema: { type: 'string', description: ONE_OR_MORE } },
        { ...queryParam('after'), schema: { type: 'string', description: 'The id of an event, or 0 for all events.' } },
        { ...queryParam('Last-Event-ID'), in: 'header' },
      ],
    },
  },
  '/files/{unique_id}': {
    parameters: [{ name: 'unique_id', in: 'path', required: true, schema: { type: 'string' } }],
    get: describe('file', 'The stored bytes of a file.', okResponse('The bytes.', { '*/*': { schema: {} } })),
  },
  '/export': {
    get: {
      ...describe('exportWorld', 'The whole world as one file.', okResponse('The file.', bytes)),
      parameters: [queryParam('tokens', 'boolean')],
    },
  },
  '/import': {
    post: {
      ...describe('importWorld', 'Replaces the world with an exported world.', resultOrProblem('Imported')),
      requestBody: { required: true, content: bytes },
    },
  },
  '/openapi.json': {
    get: describe(
      'openapi',
      'This document.',
      okResponse('The document.', { 'application/json': { schema: { type: 'object' } } }),
    ),
  },
}
