// The control API as OpenAPI paths: actions, views and other routes.

import * as z from 'zod'
import { ProgramReport } from '../../service/rules/shapes.ts'
import { ACTIONS } from '../actions/catalogue.ts'
import { CONTROL_PATH } from '../contract/addresses.ts'
import { followQuery, idleReport } from '../contract/clock-lease.ts'
import type { Query, ResultName, ViewDeclaration } from '../contract/declarations.ts'
import { callExpectation, replyExpectation, stateExpectation } from '../contract/expectation.ts'
import { newRecordingParams, recordingQuery, replayParams } from '../contract/recordings.ts'
import { idleParams } from '../diagnosis/expected-state.ts'
import { EVENT_TYPES } from '../present/event.ts'
import { schemaOfKind } from '../views/find-view.ts'
import { VIEWS } from '../views/index.ts'
import { type JsonSchema, queryOf, schemaOf, schemaRef, successResponse } from './json-schema.ts'

export function controlPaths(): Record<string, unknown> {
  const actions = ACTIONS.map(({ name, summary, params, result }) => [
    `/actions/${name}`,
    postBody(`action_${name}`, summary, result, bodyOf(schemaOf(params))),
  ])
  const views = VIEWS.map((view) => [view.path.replace(/:(\w+)/g, '{$1}'), pathOfView(view)])
  const paths = { ...Object.fromEntries(actions), ...Object.fromEntries(views), ...OTHER_PATHS }
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => {
      const parameters = (path.match(/(?<=\{)\w+/g) ?? []).map(pathParam)
      return [CONTROL_PATH + path, { ...(parameters.length && { parameters }), ...(item as object) }]
    }),
  )
}

function pathOfView({ path, summary, query = {}, result }: ViewDeclaration) {
  const operationId = `view${path.replace(/:\w+/g, '').replace(/\/+/g, '_')}`
  const parameters = Object.entries(query).map(([name, kind]) => queryParam(name, kind))
  return get(operationId, summary, resultOrProblem(result), parameters)
}

const pathParam = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })

const queryParam = (name: string, kind: Query[string] = 'text') => ({ name, in: 'query', schema: schemaOfKind(kind) })

const get = (operationId: string, summary: string, responses: object, parameters?: object[]) => ({
  get: { ...describe(operationId, summary, responses), ...(parameters && { parameters }) },
})

const postBody = (operationId: string, summary: string, result: ResultName, requestBody: object) => ({
  post: { ...describe(operationId, summary, resultOrProblem(result)), requestBody },
})

/** Without parameters, the body is an empty object, because other sites' pages can send requests, but no JSON. */
const post = (operationId: string, summary: string, result: ResultName, params: z.ZodType = z.object({})) =>
  postBody(operationId, summary, result, json(schemaOf(params)))

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

const body = (content: object) => ({ required: true, content })

const json = (schema: JsonSchema) => body({ 'application/json': { schema } })

/** Describes the body of an action: JSON or, if the action has a `file` parameter, also a multipart form. */
function bodyOf(schema: JsonSchema) {
  const { file, ...fields } = (schema.properties ?? {}) as Record<string, JsonSchema>
  if (!file) return json(schema)
  const form = { ...schema, properties: { ...fields, file: { type: 'string', format: 'binary' } } }
  return body({ 'application/json': { schema }, 'multipart/form-data': { schema: form } })
}

const bytes = { 'application/octet-stream': { schema: {} } }

const AFTER = 'Sends the events after the event with this id; 0 sends all stored events.'
const ONE_OR_MORE = `Event types, separated by commas: ${EVENT_TYPES.join(', ')}.`

const OTHER_PATHS = {
  '/health': get('health', 'The version, address and clock of the emulator.', resultOrProblem('Health')),
  '/actions': get(
    'actions',
    'All actions with their fields, and the schemas of their parameters.',
    resultOrProblem('ActionDescription[]'),
  ),
  '/wait': {
    post: {
      ...describe('wait', 'Waits for a call, for a message on a screen, or until a bot is ready or idle.', {
        ...resultOrProblem('CallView'),
        200: successResponse('CallView', 'FoundReply', 'Done'),
      }),
      requestBody: json({ anyOf: [callExpectation, replyExpectation, stateExpectation].map((each) => schemaOf(each)) }),
    },
  },
  '/programs': post(
    'reportProgram',
    "Reports the start, the output or the end of a bot's program.",
    'Done',
    ProgramReport,
  ),
  '/wait-for-idle': post(
    'waitForIdle',
    'Waits until the bots are idle. Returns the time at which the next delayed event is due.',
    'IdleView',
    idleParams,
  ),
  '/clock/follow': get(
    'followClock',
    'Registers the calling process as a follower of the clock, until the connection closes. Sends the state of the clock at each change, as server-sent events.',
    okResponse('The data of each event.', { 'text/event-stream': { schema: { type: 'object' } } }),
    queryOf(schemaOf(followQuery)),
  ),
  '/clock/report': post(
    'reportToClock',
    'A process that follows the clock calls this route when it becomes idle.',
    'Done',
    idleReport,
  ),
  '/recordings': post('beginRecording', 'Begins to record a scenario.', 'NewRecording', newRecordingParams),
  '/recordings/{id}': get(
    'recording',
    'The recorded steps, and the scenario file.',
    resultOrProblem('RecordingView'),
    queryOf(schemaOf(recordingQuery)),
  ),
  '/recordings/{id}/stop': post('stopRecording', 'Ends a recording.', 'Done'),
  '/recordings/{id}/replay': post(
    'replayRecording',
    'Plays a recording on a new emulator.',
    'ReplayView',
    replayParams,
  ),
  '/events': get(
    'events',
    'The events as a stream of server-sent events. Resumes after Last-Event-ID.',
    okResponse('The data of each event.', { 'text/event-stream': { schema: schemaRef('EventView') } }),
    [
      queryParam('bot', 'ref'),
      queryParam('chat', 'ref'),
      { ...queryParam('type'), schema: { type: 'string', description: ONE_OR_MORE } },
      { ...queryParam('after'), schema: { type: 'string', description: AFTER } },
      { ...queryParam('Last-Event-ID'), in: 'header' },
    ],
  ),
  '/files/{unique_id}': get('file', 'The stored bytes of a file.', okResponse('The bytes.', { '*/*': { schema: {} } })),
  '/export': get('exportWorld', 'The whole world as one file.', okResponse('The file.', bytes), [
    queryParam('tokens', 'boolean'),
  ]),
  '/import': postBody('importWorld', 'Replaces the world with an exported world.', 'Imported', body(bytes)),
  '/openapi.json': get(
    'openapi',
    'This document.',
    okResponse('The document.', { 'application/json': { schema: { type: 'object' } } }),
  ),
}
