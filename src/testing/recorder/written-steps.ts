// Turns events into a scenario file that passes with the same bot.

import { Document, isNode } from 'yaml'
import type { Values } from '../../control/client/client.ts'
import type { EventOf, EventView } from '../../control/contract/events.ts'
import type { ActionDescription } from '../../control/contract/service.ts'
import type { CallView } from '../../control/contract/traffic.ts'
import { isNoticeable } from '../../control/describe/call.ts'
import { CALL_REFERENCE_PARAMS, referenceParams } from '../../control/describe/fields.ts'
import { fileIn, messageIn } from '../../control/describe/message.ts'
import { parseStructure } from '../../lib/compare/difference.ts'
import { literal } from '../../lib/compare/regex.ts'
import { FILE_KINDS } from '../../service/rules/file-kinds.ts'
import { escapeVariables, mapTexts } from '../scenarios/variables.ts'
import type { WorldFile } from '../worlds/world-file.ts'

/** A step in the format of a scenario file, such as `{ send: { as: 'alice', to: 'greeter', text: 'Hi' } }`. */
export type WrittenStep = Record<string, unknown>

interface RecordingContext {
  actions: readonly ActionDescription[]
  handles: ReadonlyMap<number, string>
  writeFile: WriteFile
}

/** Returns a sent file as a step has it: as its path, or with its content. */
export type WriteFile = (name: string, uniqueId: string) => string | { name: string; base64: string }

/** A step of the scenario, and the recorded event (an action or a call) that the step repeats. */
export interface RecordedStep {
  step: WrittenStep
  event: EventOf<'action' | 'call'>
  /** The ids of messages in this step that were sent before the recording. */
  unseenMessages: readonly number[]
}

export interface NotedStep {
  step: WrittenStep
  note?: string | undefined
}

interface ScenarioFrame {
  name?: string
  bot?: { settles: true } | undefined
  clock?: 'emulator' | undefined
  world: WorldFile
  /** Steps that restore the state at the start of the recording, such as promotions and blocks. */
  before?: readonly WrittenStep[]
}

export function scenarioText(notedSteps: readonly NotedStep[], frame: ScenarioFrame) {
  const { name = 'recorded conversation', clock, world, before = [], bot } = frame
  const steps = [...before, ...notedSteps.map(({ step }) => step)]
  const scenario = { name, ...(bot && { bot }), steps }
  const content = { ...(clock && { clock }), world: omitEmpty(world), scenarios: [scenario] }
  const file = new Document(content, { aliasDuplicateObjects: false })
  for (const [i, { note }] of notedSteps.entries()) {
    const step = file.getIn(['scenarios', 0, 'steps', before.length + i])
    if (note && isNode(step)) step.commentBefore = ` ${note}`
  }
  return file.toString({ lineWidth: 120 })
}

export function unseenNote(unseen: readonly number[]): string | undefined {
  if (!unseen.length) return undefined
  const [subject, verb] = unseen.length === 1 ? ['Message', 'is'] : ['Messages', 'are']
  return `${subject} ${unseen.join(' and ')} ${verb} from before the recording: a new world may not have ${verb === 'is' ? 'it' : 'them'}.`
}

export function recordSteps(events: readonly EventView[], context: RecordingContext): RecordedStep[] {
  const names = createNames(context.handles)
  return events.flatMap((event): RecordedStep[] => {
    if (event.type === 'action') {
      const action = context.actions.find(({ name }) => name === event.action)
      return action?.recorded ? [{ ...actionStep(action, event, names, context), event }] : []
    }
    return event.type === 'call' && isNoticeable(event.call) ? [{ ...callStep(event.call, names), event }] : []
  })
}

type StepParts = Pick<RecordedStep, 'step' | 'unseenMessages'>

function actionStep(
  declared: ActionDescription,
  { action, params, result }: EventOf<'action'>,
  names: Names,
  context: RecordingContext,
): StepParts {
  const chat = names.chatOfAction(params)
  const { writtenParams, unseenMessages } = names.writeParams(params, chat, referenceParams(declared), escapeVariables)
  const answer = messageIn(result)
  const sentFile = params.file ? fileIn(answer) : undefined
  if (sentFile) {
    const { name = 'file' } = Object(params.file) as { name?: string }
    writtenParams.file = mapTexts(context.writeFile(name, sentFile.unique_id), escapeVariables)
  }
  // `press` can omit an unknown message id: it then uses the newest message that has the button.
  const isAnyMessageFine = action === 'press' && unseenMessages.length > 0
  if (isAnyMessageFine) delete writtenParams.message_id
  const step = { [action]: writtenParams }
  // Only a result with a chat is a new message. The result of `press`, for example, has the id of an older message.
  if (answer.chat) names.remember(chat, answer.message_id, step)
  return { step, unseenMessages: isAnyMessageFine ? [] : unseenMessages }
}

function callStep({ bot, method, params, ok, body }: CallView, names: Names): StepParts {
  const answer = messageIn(body.result)
  const chat = names.chatOfCall(bot, answer.chat?.id ?? params.chat_id)
  const { writtenParams, unseenMessages } = names.writeParams(
    comparableParams(params),
    chat,
    CALL_REFERENCE_PARAMS,
    literalText,
  )
  // A message from before the recording has another id in a replay, so its id is omitted.
  const comparable = Object.entries(writtenParams).filter(
    ([key, value]) => !(MESSAGE_PARAMS.has(key) && unseenMessages.includes(Number(value))),
  )
  const expect: WrittenStep = { call: method, with: Object.fromEntries(comparable) }
  if (!ok) expect.error = literalText(body.description ?? '')
  else names.remember(chat, answer.message_id, expect)
  return { step: { expect }, unseenMessages }
}

/** Parameters that an expectation omits, because their values differ in each run. */
const VARYING_PARAMS = new Set<string>([...FILE_KINDS, 'until_date', 'callback_query_id'])

function comparableParams(params: Values): Values {
  const comparable = Object.entries(params).filter(([key, value]) => !VARYING_PARAMS.has(key) && !isFile(value))
  return Object.fromEntries(comparable.map(([key, value]) => [key, parseStructure(value)]))
}

/** Returns true for an uploaded file. Any parameter can contain it, because libraries choose the parameter's name. */
export const isFile = (value: unknown) =>
  typeof value === 'object' && value !== null && 'file' in value && 'bytes' in value

const MESSAGE_PARAMS = new Set(['message_id', 'reply_to', 'reply_to_message_id'])

interface KnownMessage {
  /** The step whose result is the message. It gets the key `as` if a later step refers to the message. */
  holder: WrittenStep
  variable?: string
}

type Names = ReturnType<typeof createNames>

function createNames(handles: ReadonlyMap<number, string>) {
  const messages = new Map<string, KnownMessage>()
  const bots = new Set([...handles].filter(([id]) => id > 0).map(([, handle]) => handle))
  const handleOf = (ref: unknown): string => handles.get(Number(ref)) ?? String(ref)
  let count = 0

  function messageReference(chat: string, id: number): string | undefined {
    const message = messages.get(`${chat} ${id}`)
    if (!message) return undefined
    if (!message.variable) {
      message.variable = `message${++count}`
      message.holder.as = message.variable
    }
    return `$${message.variable}.message_id`
  }

  function writeParams(
    params: Values,
    chat: string,
    references: readonly string[],
    transform: (text: string) => string,
  ) {
    const nameIn = (value: unknown): unknown =>
      Array.isArray(value) ? value.map(nameIn) : (handles.get(Number(value)) ?? mapTexts(value, transform))
    const writtenParams: WrittenStep = {}
    const unseenMessages: number[] = []
    for (const [key, value] of Object.entries(params)) {
      const variable = MESSAGE_PARAMS.has(key) && messageReference(chat, Number(value))
      writtenParams[key] = variable || (references.includes(key) ? nameIn(value) : mapTexts(value, transform))
      if (MESSAGE_PARAMS.has(key) && !variable && Number(value)) unseenMessages.push(Number(value))
    }
    return { writtenParams, unseenMessages }
  }

  return {
    /** Returns the chat's handle. For a private chat, returns the handles of the person and the bot. */
    chatOfAction({ as, chat, to, bot }: Values): string {
      const chatHandle = handleOf(chat ?? to ?? bot)
      return bots.has(chatHandle) ? `${handleOf(as)} ${chatHandle}` : chatHandle
    },
    chatOfCall: (bot: string | null, chat: unknown): string =>
      Number(chat) > 0 ? `${handleOf(chat)} ${bot}` : handleOf(chat),
    remember(chat: string, id: number | undefined, holder: WrittenStep) {
      if (id !== undefined) messages.set(`${chat} ${id}`, { holder })
    },
    writeParams,
  }
}

/** Escapes a text so that an expectation does not read it as a regular expression or a variable. */
export const literalText = (text: string) => escapeVariables(literal(text))

const omitEmpty = (world: WorldFile): Values =>
  Object.fromEntries(Object.entries(world).filter(([, things]) => Object.keys(things ?? {}).length))
