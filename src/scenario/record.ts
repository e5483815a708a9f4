// Turns what happened into a scenario file that passes when it is played to the same bot.

import { stringify } from 'yaml'
import type { EventView, Json } from '../client/client.ts'
import { regexIn } from '../lib/regex.ts'
import { isNoticed } from './run/noticed.ts'
import type { SeenCall } from './run/result.ts'
import { literal } from './variables.ts'
import type { WorldFile } from './world-file.ts'

export interface Recording {
  name?: string
  world: WorldFile
  /** What had to be done before, for the world to stand as it stood. */
  before?: readonly Json[]
  /** People, bots and chats by id: files name them by handle. */
  handles: ReadonlyMap<number, string>
}

/** Sets up the world or the tools; no part of the conversation. */
const LEFT_OUT = new Set(['clearWorld', 'reset', 'snapshot', 'restore', 'read', 'updateService'])

export function recordScenario(events: readonly EventView[], recording: Recording): string {
  const { name = 'what was played', world, before = [], handles } = recording
  const names = namesBy(handles)
  const steps = [...before, ...events.flatMap((event) => stepOf(event, names))]
  const file = { world: withoutEmpty(world), scenarios: [{ name, steps }] }
  return stringify(file, { lineWidth: 120, aliasDuplicateObjects: false })
}

function stepOf(event: EventView, names: Names): Json[] {
  if (event.type === 'action' && !LEFT_OUT.has(event.action as string)) return [actionStep(event, names)]
  if (event.type !== 'call' || !isNoticed(event.call as SeenCall)) return []
  return [callStep(event.call as SeenCall, names)]
}

function actionStep({ action, params, result }: EventView, names: Names): Json {
  const step: Json = { [action as string]: names.inParams(params as Json) }
  names.remember((result as Json)?.message_id, step)
  return step
}

function callStep({ method, params, ok, body }: SeenCall, names: Names): Json {
  const expect: Json = { call: method, with: names.inParams(parsedParams(params)) }
  if (!ok) expect.error = literal(body.description ?? '')
  if (ok) names.remember(body.result?.message_id, expect)
  return { expect }
}

/** Files that were uploaded have no word in the journal that would be the same again. */
function parsedParams(params: Json): Json {
  const kept = Object.entries(params).filter(([key]) => !['photo', 'video', 'audio', 'document'].includes(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, parsed(value)]))
}

function parsed(value: Json): Json {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const PLACES = new Set(['chat_id', 'user_id', 'as', 'to', 'bot', 'chat', 'who', 'owner', 'user'])
const MESSAGES = new Set(['message_id', 'reply_to', 'reply_to_message_id'])

interface Message {
  /** Takes the variable's name: the step of an action, the inside of an expectation. */
  holder: Json
  variable?: string
}

type Names = ReturnType<typeof namesBy>

/** Ids as a file names them: people and chats by handle, messages by the variable that took them. */
function namesBy(handles: ReadonlyMap<number, string>) {
  const messages = new Map<number, Message>()
  let count = 0

  function messageNamed(id: number): string | undefined {
    const message = messages.get(id)
    if (!message) return undefined
    if (!message.variable) {
      message.variable = `message${++count}`
      message.holder.as = message.variable
    }
    return `$${message.variable}.message_id`
  }

  function inParam(key: string, value: Json): Json {
    if (PLACES.has(key)) return handles.get(Number(value)) ?? plain(value)
    if (MESSAGES.has(key)) return messageNamed(Number(value)) ?? value
    return plain(value)
  }

  return {
    remember(id: number | undefined, holder: Json) {
      if (id !== undefined) messages.set(id, { holder })
    },
    inParams: (params: Json): Json =>
      Object.fromEntries(Object.entries(params ?? {}).map(([key, value]) => [key, inParam(key, value)])),
  }
}

/** A text that would read as a variable or a regular expression is written so that it does not. */
function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]))
  }
  if (typeof value !== 'string') return value
  if (!regexIn(value)) return literal(value)
  return literal(`/^${value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$/`)
}

function withoutEmpty(world: WorldFile): Json {
  return Object.fromEntries(Object.entries(world).filter(([, things]) => Object.keys(things ?? {}).length))
}
