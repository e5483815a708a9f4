// Which operations may get which refusal, told by what they take; rather one too many than one too few.

import type { Operation } from '../bot-api/operations/operation.ts'
import { REFUSALS } from '../spec/refusals.ts'
import { schemaOf } from './schema-of.ts'

type Name = keyof typeof REFUSALS
type May = (operation: Operation, params: readonly string[]) => boolean

const every: May = () => true
/** Of paths and methods that the document does not have. */
const none: May = () => false
const takes =
  (...wanted: string[]): May =>
  (_, params) =>
    wanted.some((name) => params.includes(name))
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

const MAY: Readonly<Record<Name, May>> = {
  unauthorized: every,
  suspended: every,
  notFound: none,
  methodNotAllowed: none,
  tooManyRequests: every,
  badParameter: every,
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

interface Refused {
  status: number
  description: string
}

const entries = Object.entries(REFUSALS) as [Name, Refused][]

/** By status, the texts that an operation may be refused with. */
export function refusalsOf(operation: Operation): Record<string, unknown> {
  const params = Object.keys((schemaOf(operation.params).properties ?? {}) as object)
  const mine = entries.filter(([name]) => MAY[name](operation, params))
  const statuses = [...new Set(mine.map(([, { status }]) => status))].sort()
  return Object.fromEntries(statuses.map((status) => [status, answer(mine.filter(([, one]) => one.status === status))]))
}

const answer = (refusals: [Name, Refused][]) => ({
  description: refusals.map(([, { description }]) => description).join(' · '),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/refused' },
      examples: Object.fromEntries(refusals.map(([name]) => [name, { $ref: `#/components/examples/${name}` }])),
    },
  },
})

/** Each answer once. */
export const refusedExamples = (): Record<string, unknown> =>
  Object.fromEntries(
    entries.map(([name, { status, description }]) => [
      name,
      { summary: description, value: { ok: false, error_code: status, description, ...waiting(description) } },
    ]),
  )

const waiting = (description: string) =>
  description.includes('{retry_after}') ? { parameters: { retry_after: 1 } } : {}
