// The OpenAPI document: valid, complete, and telling the truth about what the emulator takes.

import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../src/control/actions/catalogue.ts'
import { openApiDocument } from '../../../src/control/openapi/document.ts'
import { VIEWS } from '../../../src/control/views/index.ts'
import { OPERATION_NAMES } from '../../../src/service/rules/operation-names.ts'
import { REFUSALS } from '../../../src/service/rules/refusals.ts'
import { DOCUMENTED_REFUSALS } from '../../conformance/documented-refusals.ts'
import { service } from '../../helpers/service.ts'
import { granted, mistakes } from './held-against.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into freely
type Any = any

const document: Any = JSON.parse(JSON.stringify(openApiDocument('http://127.0.0.1:8081')))
const schemaOf = (operation: string) =>
  document.paths[`/bot{token}/${operation}`].post.requestBody.content['application/json'].schema

it('is valid OpenAPI 3.1, and all of its references lead somewhere', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
  expect(validator.version).toBe('3.1')
  expect(() => validator.resolveRefs()).not.toThrow()
})

it('is served as it is, with the address that was asked', async () => {
  const { url } = await service()
  const response = await fetch(`${url}/_emulator/openapi.json`)
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(await response.json()).toEqual({ ...document, servers: [{ url }] })
})

it('has every operation, action and view, each under an id of its own', () => {
  const paths = Object.keys(document.paths)
  const operations = paths.filter((path) => path.startsWith('/bot{token}/')).map((path) => path.slice(12))
  expect(operations.sort()).toEqual([...OPERATION_NAMES.keys()].sort())
  const actions = paths.filter((path) => path.startsWith('/_emulator/actions/')).map((path) => path.slice(19))
  expect(actions).toEqual(catalogue().map(({ name }) => name))
  const views = paths.map((path) => path.replace('/_emulator', '').replace(/\{(\w+)\}/g, ':$1'))
  expect(views).toEqual(expect.arrayContaining(VIEWS.map(({ path }) => path)))
  const ids = Object.values<Any>(document.paths).flatMap(({ get, post }) =>
    [get, post].flatMap((one) => one?.operationId ?? []),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

it('has every path that is served, and none that is not', async () => {
  const { url } = await service()
  for (const [path, item] of Object.entries<Any>(document.paths)) {
    if (!path.startsWith('/_emulator') || path.endsWith('/events')) continue
    const method = item.get ? 'GET' : 'POST'
    const response = await fetch(url + path.replace(/\{\w+\}/g, 'x'), { method })
    const { error } = (await response.json().catch(() => ({}))) as { error?: { code: string } }
    expect([path, error?.code]).not.toEqual([path, expect.stringMatching(/^no-such-(route|view)$|^unknown-action$/)])
  }
})

it.each([
  ['post', '/recordings'],
  ['get', '/recordings/{id}'],
  ['post', '/recordings/{id}/stop'],
  ['post', '/recordings/{id}/replay'],
  ['get', '/clock/follow'],
  ['post', '/clock/report'],
])('has %s %s', (method, path) => {
  expect(document.paths[`/_emulator${path}`][method].responses['200']).toBeDefined()
})

it('describes what a recording answers', async () => {
  const { url } = await service()
  const ask = async (path: string, body?: string) => {
    const request = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    return await (await fetch(`${url}/_emulator${path}`, request || {})).json()
  }
  const operation = (path: string, method: string) => granted(document.paths[`/_emulator${path}`][method])
  const begun = (await ask('/recordings', '{}')) as { result: { id: string } }
  const { id } = begun.result
  expect(mistakes(operation('/recordings', 'post'), begun)).toEqual([])
  expect(mistakes(operation('/recordings/{id}/stop', 'post'), await ask(`/recordings/${id}/stop`, '{}'))).toEqual([])
  expect(mistakes(operation('/recordings/{id}', 'get'), await ask(`/recordings/${id}`))).toEqual([])
  expect(mistakes(operation('/recordings/{id}/replay', 'post'), await ask(`/recordings/${id}/replay`, '{}'))).toEqual(
    [],
  )
})

it('lists under each operation the errors that it may get, and no other status', () => {
  for (const [name, { status, description }] of Object.entries(REFUSALS)) {
    const { value } = document.components.examples[name]
    expect(value).toMatchObject({ ok: false, error_code: status, description })
  }
  const statuses = (name: string) => Object.keys(document.paths[`/bot{token}/${name}`].post.responses)
  expect(statuses('getMe')).toEqual(['200', '400', '401', '403', '429'])
  expect(statuses('getUpdates')).toEqual(['200', '400', '401', '403', '409', '429'])
  expect(statuses('sendPhoto')).toEqual(['200', '400', '401', '403', '413', '429'])
})

it('lists every error that is documented, where it comes', () => {
  for (const { title, method, answer } of DOCUMENTED_REFUSALS) {
    const { error_code, description } = answer.body
    const { examples } = document.paths[`/bot{token}/${method}`].post.responses[error_code].content['application/json']
    const fitting = Object.keys(REFUSALS).filter((name) =>
      matches(document.components.examples[name].value, description!),
    )
    const own = fitting.filter((name) => !FITS_NEARLY_ALL.includes(name))
    const names = own.length ? own : fitting
    expect({ title, method, listed: names.filter((name) => name in examples) }).not.toMatchObject({ listed: [] })
  }
})

const FITS_NEARLY_ALL = ['badParameter', 'filtered']

const matches = (example: { description: string }, description: string) => {
  const parts = example.description.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`).test(description)
}

describe('schemas', () => {
  const ajv = new Ajv2020({ strict: false, formats: { base64: true } })

  it('say the bounds of parameters', () => {
    expect(schemaOf('getUpdates').properties.limit).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 })
    expect(schemaOf('getUpdates').properties.offset).toEqual({ type: 'integer' })
    expect(schemaOf('sendMessage').required).toEqual(['chat_id', 'text'])
    const { content } = document.paths['/bot{token}/sendPhoto'].post.requestBody
    expect(content['multipart/form-data'].schema.properties.photo).toMatchObject({ type: 'string' })
  })

  it.each<[string, object, boolean]>([
    ['sendMessage', { chat_id: 5, text: 'hi' }, true],
    ['sendMessage', { chat_id: '@team', text: 'hi', reply_markup: { keyboard: [[{ text: 'A' }]] } }, true],
    ['sendMessage', { chat_id: 5 }, false],
    ['sendMessage', { chat_id: 5, text: 7 }, false],
    ['getUpdates', { limit: 101 }, false],
    ['setMyCommands', { commands: [{ command: 'start', description: 'x' }] }, true],
    ['setMyCommands', { commands: [{ command: 'Start', description: 'x' }] }, false],
  ])('%s %j: %j, as the emulator itself says', async (operation, params, fits) => {
    expect(ajv.validate(schemaOf(operation), params)).toBe(fits)
    const { act, bot } = await service()
    const greeter = await bot()
    await act('createUser', { id: 5, first_name: 'Alice' })
    await act('start', { as: 5, bot: greeter.id })
    await act('createGroup', { title: 'Team', username: 'team', owner: 5, members: [greeter.id] })
    const { body } = await greeter.call(operation, params)
    // A reply keyboard does not go into a group, whatever its schema says.
    const schemaRefused = /^Bad Request: (\w+(\.\w+)*): /.test(body.description ?? '')
    expect(schemaRefused).toBe(!fits)
  })

  it('of every action are JSON schema that a validator takes', () => {
    for (const { name, params } of catalogue()) expect(() => ajv.compile(params), name).not.toThrow()
  })
})
