// Turns what happened into a scenario file that passes when it is played to the same bot.

import { Document, isNode } from 'yaml'
import type { Values } from '../client/client.ts'
import type { EventOf, EventView } from '../contract/events.ts'
import { REFERENCE_PARAMS } from '../contract/reference-params.ts'
import type { CallView } from '../contract/traffic.ts'
import { fileIn, messageIn } from '../describe/message.ts'
import { structureIn } from '../lib/compare/difference.ts'
import { escapeRegex, regexIn } from '../lib/compare/regex.ts'
import { FILE_KINDS } from '../spec/file-kinds.ts'
import { isNoticed } from './run/noticed.ts'
import { eachText, escapeVariables } from './variables.ts'
import type { WorldFile } from './world-file.ts'

/** A step as a file says it. */
export type WrittenStep = Record<string, unknown>

/** Of whom and of what the events speak. */
interface Known {
  /** People, bots and chats by id: files name them by handle. */
  handles: ReadonlyMap<number, string>
  /** What the files held that people sent, by file_unique_id: events only name them. */
  contents: ReadonlyMap<string, Uint8Array>
  /** Puts a file beside the scenario, and tells its path from there. */
  keep: KeepFile
}

export type KeepFile = (name: string, bytes: Uint8Array) => string

/** Is for the tools; no part of the conversation. */
const NOT_RECORDED = new Set(['clearWorld', 'reset', 'snapshot', 'restore', 'read'])

/** A step, and what it comes from. */
export interface RecordedStep {
  step: WrittenStep
  event: EventOf<'action' | 'call'>
  /** The numbers of messages that the recording has not seen being written. */
  unseen: readonly number[]
}

/** A step of a file, and what is to be known about it. */
export interface NotedStep {
  step: WrittenStep
  note?: string | undefined
}

interface Around {
  name?: string
  world: WorldFile
  /** What had to be done before, for the world to stand as it stood. */
  before?: readonly WrittenStep[]
}

export function scenarioText(noted: readonly NotedStep[], around: Around) {
  const { name = 'what was played', world, before = [] } = around
  const steps = [...before, ...noted.map(({ step }) => step)]
  const file = new Document(
    { world: withoutEmpty(world), scenarios: [{ name, steps }] },
    { aliasDuplicateObjects: false },
  )
  for (const [i, { note }] of noted.entries()) {
    const step = file.getIn(['scenarios', 0, 'steps', before.length + i])
    if (note && isNode(step)) step.commentBefore = ` ${note}`
  }
  return file.toString({ lineWidth: 120 })
}

/** Why such a step may fail where it is played again; nothing where it names no such message. */
export function noteOnUnseen(unseen: readonly number[]): string | undefined {
  if (!unseen.length) return undefined
  const [what, are] = unseen.length === 1 ? ['Message', 'is'] : ['Messages', 'are']
  return `${what} ${unseen.join(' and ')} ${are} from before the recording: a new world may not have ${are === 'is' ? 'it' : 'them'}.`
}

export function stepsOf(events: readonly EventView[], known: Known): RecordedStep[] {
  const names = namesBy(known.handles)
  return events.flatMap((event): RecordedStep[] => {
    if (event.type === 'action' && !NOT_RECORDED.has(event.action))
      return [{ ...actionStep(event, names, known), event }]
    return event.type === 'call' && isNoticed(event.call) ? [{ ...callStep(event.call, names), event }] : []
  })
}

type Taken = Pick<RecordedStep, 'step' | 'unseen'>

function actionStep(event: EventOf<'action'>, names: Names, known: Known): Taken {
  const { action, params, result } = event
  const chat = names.chatOfAction(params)
  const { written, unseen } = names.inParams(params, chat, escapeVariables)
  const answer = messageIn(result)
  const sent = params.file ? fileIn(answer) : undefined
  if (sent) written.file = escapeVariables(keptFile(params.file, sent.unique_id, known))
  // A button of a message from before the recording: the newest one that has it will do.
  const anyWillDo = action === 'press' && unseen.length > 0
  if (anyWillDo) delete written.message_id
  const step = { [action]: written }
  // Of a press the answer names a message too, but one that was there before.
  if (answer.chat) names.remember(chat, answer.message_id, step)
  return { step, unseen: anyWillDo ? [] : unseen }
}

function keptFile(file: unknown, unique_id: string, { contents, keep }: Known): string {
  const { name = 'file' } = Object(file) as { name?: string }
  return keep(name, contents.get(unique_id) ?? new Uint8Array())
}

function callStep({ bot, method, params, ok, body }: CallView, names: Names): Taken {
  const answer = messageIn(body.result)
  const chat = names.chatOfCall(bot, answer.chat?.id ?? params.chat_id)
  const { written, unseen } = names.inParams(parsedParams(params), chat, expectedText)
  // Which number such a message has elsewhere, nobody knows.
  const named = Object.entries(written).filter(([key, value]) => !(MESSAGES.has(key) && unseen.includes(Number(value))))
  const expect: WrittenStep = { call: method, with: Object.fromEntries(named) }
  if (!ok) expect.error = expectedText(body.description ?? '')
  else names.remember(chat, answer.message_id, expect)
  return { step: { expect }, unseen }
}

/** Files, moments and presses: what would not be the same again. */
const VARYING_PARAMS = new Set<string>([...FILE_KINDS, 'until_date', 'callback_query_id'])

function parsedParams(params: Values): Values {
  const kept = Object.entries(params).filter(([key, value]) => !VARYING_PARAMS.has(key) && !isFile(value))
  return Object.fromEntries(kept.map(([key, value]) => [key, structureIn(value)]))
}

/** As the journal shows what was uploaded, also under a name that a library made up for it. */
export const isFile = (value: unknown) =>
  typeof value === 'object' && value !== null && 'file' in value && 'bytes' in value

/** Parameters of actions and of calls that name people, bots or chats. */
export const REFERENCES: ReadonlySet<string> = new Set([...REFERENCE_PARAMS, 'chat_id', 'user_id'])
const MESSAGES = new Set(['message_id', 'reply_to', 'reply_to_message_id'])

interface Message {
  /** Takes the variable's name: the step of an action, the inside of an expectation. */
  holder: WrittenStep
  variable?: string
}

type Names = ReturnType<typeof namesBy>

/** Ids as a file names them: people and chats by handle, messages by the variable that took them. */
function namesBy(handles: ReadonlyMap<number, string>) {
  const messages = new Map<string, Message>()
  const bots = new Set([...handles].filter(([id]) => id > 0).map(([, handle]) => handle))
  const handleOf = (ref: unknown): string => handles.get(Number(ref)) ?? String(ref)
  let count = 0

  function messageNamed(chat: string, id: number): string | undefined {
    const message = messages.get(`${chat} ${id}`)
    if (!message) return undefined
    if (!message.variable) {
      message.variable = `message${++count}`
      message.holder.as = message.variable
    }
    return `$${message.variable}.message_id`
  }

  function inParam(key: string, value: unknown, how: (text: string) => string): unknown {
    if (REFERENCES.has(key) && Array.isArray(value)) return value.map((each) => inParam(key, each, how))
    return (REFERENCES.has(key) && handles.get(Number(value))) || eachText(value, how)
  }

  function inParams(params: Values, chat: string, how: (text: string) => string) {
    const written: WrittenStep = {}
    const unseen: number[] = []
    for (const [key, value] of Object.entries(params)) {
      const variable = MESSAGES.has(key) && messageNamed(chat, Number(value))
      written[key] = variable || inParam(key, value, how)
      if (MESSAGES.has(key) && !variable && Number(value)) unseen.push(Number(value))
    }
    return { written, unseen }
  }

  return {
    /** Messages are numbered by chat; a private one is known by its two. */
    chatOfAction({ as, chat, to, bot }: Values): string {
      const place = handleOf(chat ?? to ?? bot)
      return bots.has(place) ? `${handleOf(as)} ${place}` : place
    },
    chatOfCall: (bot: string | null, chat: unknown): string =>
      Number(chat) > 0 ? `${handleOf(chat)} ${bot}` : handleOf(chat),
    remember(chat: string, id: number | undefined, holder: WrittenStep) {
      if (id !== undefined) messages.set(`${chat} ${id}`, { holder })
    },
    inParams,
  }
}

/** What is expected would otherwise be read as a regular expression, where it looks like one. */
const expectedText = (text: string) => escapeVariables(regexIn(text) ? `/^${escapeRegex(text)}$/` : text)

function withoutEmpty(world: WorldFile): Values {
  return Object.fromEntries(Object.entries(world).filter(([, things]) => Object.keys(things ?? {}).length))
}
