// The refusals that each operation may return, estimated from its name and parameters.

import type { Operation } from '../bot-api/operations/operation.ts'
import { REFUSALS } from '../spec/refusals.ts'
import { schemaOf } from './json-schema.ts'

type Name = keyof typeof REFUSALS
/** Returns false only if the operation certainly never returns the refusal. */
type May = (operation: Operation, params: readonly string[]) => boolean

const every: May = () => true
/** Used for refusals of unknown paths and HTTP methods, which no operation returns. */
const none: May = () => false
const takes =
  (...names: string[]): May =>
  (_, params) =>
    names.some((name) => params.includes(name))
const isCalled =
  (pattern: RegExp): May =>
  ({ name }) =>
    pattern.test(name)
const uploads: May = ({ fileField }) => fileField !== undefined
const waits: May = (operation) => operation.waits !== undefined
const sends = isCalled(/^send/)
const edits = isCalled(/^edit/)
const restricts = isCalled(/^(restrict|unban)/)
const pins = isCalled(/^(pin|unpin)/)

const MAY_RETURN: Readonly<Record<Name, May>> = {
  unauthorized: every,
  suspended: every,
  notFound: none,
  methodNotAllowed: none,
  tooManyRequests: every,
  badParameter: every,
  manyUpdateTypes: takes('allowed_updates'),
  badBody: every,
  chatNotFound: takes('chat_id'),
  commentsChat: takes('chat_id'),
  channelChat: takes('user_id'),
  channelButtons: takes('reply_markup'),
  inlineOnly: takes('reply_markup'),
  replyNotFound: takes('reply_to_message_id'),
  noTextRight: takes('text'),
  noMediaRight: uploads,
  noPostRight: takes('reply_markup'),
  termsNotAccepted: takes('reply_markup'),
  filtered: takes('text', 'caption'),
  retryAfter: takes('reply_markup'),
  dailyChats: sends,
  noFile: uploads,
  fileByUrl: uploads,
  wrongFileId: uploads,
  typeMismatch: uploads,
  emptyFile: uploads,
  invalidImage: uploads,
  fileTooLarge: uploads,
  requestTooLarge: uploads,
  inlineMessage: edits,
  editNotFound: edits,
  cannotEdit: edits,
  noTextToEdit: edits,
  notModified: edits,
  noEditRight: edits,
  pollAgainstWebhook: waits,
  pollTakenOver: waits,
  webhookHttps: takes('url'),
  webhookPort: takes('url'),
  webhookAddress: takes('url'),
  webhookHost: takes('url'),
  webhookUnresolved: takes('url'),
  webhookMalformed: takes('url'),
  webhookCredentials: takes('url'),
  webhookUnsupported: takes('url'),
  noRestrictRight: restricts,
  userNotFound: takes('user_id'),
  ownerTarget: restricts,
  adminTarget: restricts,
  selfTarget: restricts,
  noPinRight: pins,
  pinNotFound: pins,
  reservedName: isCalled(/^setMyName$/),
}

interface StatusAndText {
  status: number
  description: string
}

const entries = Object.entries(REFUSALS) as [Name, StatusAndText][]

/** Returns the refusals of an operation by HTTP status. */
export function refusalsOf(operation: Operation): Record<string, unknown> {
  const params = Object.keys((schemaOf(operation.params).properties ?? {}) as object)
  const possible = entries.filter(([name]) => MAY_RETURN[name](operation, params))
  const statuses = [...new Set(possible.map(([, { status }]) => status))].sort()
  return Object.fromEntries(
    statuses.map((status) => [status, answer(possible.filter(([, one]) => one.status === status))]),
  )
}

const answer = (refusals: [Name, StatusAndText][]) => ({
  description: refusals.map(([, { description }]) => description).join(' · '),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/refused' },
      examples: Object.fromEntries(refusals.map(([name]) => [name, { $ref: `#/components/examples/${name}` }])),
    },
  },
})

export const refusalExamples = (): Record<string, unknown> =>
  Object.fromEntries(
    entries.map(([name, { status, description }]) => [
      name,
      { summary: description, value: { ok: false, error_code: status, description, ...retryParameters(description) } },
    ]),
  )

const retryParameters = (description: string) =>
  description.includes('{retry_after}') ? { parameters: { retry_after: 1 } } : {}
