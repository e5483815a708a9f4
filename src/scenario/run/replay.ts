// Applies edits to recorded steps, and replays the steps with the bot's recorded calls.

import { parse, stringify } from 'yaml'
import type { Values } from '../../client/client.ts'
import { followEvents } from '../../client/follow.ts'
import { CALL_REFERENCE_PARAMS } from '../../contract/fields.ts'
import { fileIn, messageIn } from '../../describe/message.ts'
import { regexIn } from '../../lib/compare/regex.ts'
import { errorText, Problem } from '../../lib/problem.ts'
import { idsByName } from '../export-world.ts'
import { isFile, type RecordedStep, unseenNote, type WrittenStep } from '../record.ts'
import type { Params, Step } from '../scenario.ts'
import { fillVariables } from '../variables.ts'
import type { WorldFile } from '../world-file.ts'
import { replaceWorld, type TargetEmulator, worldFor } from './fixture.ts'
import { beginPlay, FailedStep, type Play } from './play.ts'
import { playStep } from './play-steps.ts'

/** Error messages by step index, from 0. */
export type Failures = Readonly<Record<number, string>>

interface Recording {
  world: WorldFile
  before: readonly WrittenStep[]
  steps: readonly EditedStep[]
  /** Returns the content of a file in the recording by its file_unique_id. */
  file(uniqueId: string): Promise<Uint8Array>
}

const RECORDED_LOCATION = { file: 'the recording', line: 1, column: 1 }
const WAIT_SECONDS = 1

export async function replay(emulator: TargetEmulator, { world, before, steps, file }: Recording): Promise<Failures> {
  const { client } = emulator
  const played = worldFor({ world, at: RECORDED_LOCATION })
  const created = await replaceWorld(client, played.world, RECORDED_LOCATION.file)
  const eventStream = await followEvents(client)
  const play: Play = {
    ...beginPlay(client, played.bot, created, await client.view('/cursor')),
    variables: { ...created },
    env: {},
    restartBot: async () => {},
    settles: false,
    output: () => [],
    defaultWaitSeconds: WAIT_SECONDS,
    eventStream,
  }
  const { signal } = new AbortController()
  const failures: Record<number, string> = {}
  try {
    await client.perform('freezeClock')
    // Sets the clock first, so that the steps of `before` aren't dated later than the first recorded step.
    if (steps[0]) await client.perform('setClock', { at: steps[0].event.at })
    for (const step of before) await playStep(play, stepOf(step), signal)
    for (const { index, event, note, read } of steps) {
      try {
        const step = stepOf(read())
        await client.perform('setClock', { at: event.at })
        if (event.type === 'call' && step.word === 'expect') await repeatCall(play, emulator, { event, step, file })
        await playStep(play, step, signal)
      } catch (error) {
        failures[index] = note ? `${note}\n${failureText(error)}` : failureText(error)
      }
    }
    return failures
  } finally {
    eventStream.stop()
  }
}

function stepOf({ as, refused, ...rest }: WrittenStep): Step {
  const [word = '', params = {}] = Object.entries(rest)[0] ?? []
  return {
    word,
    params: params as Params,
    ...(typeof as === 'string' && { as }),
    ...((refused === true || typeof refused === 'string') && { refused }),
    at: RECORDED_LOCATION,
    path: [],
  }
}

const failureText = (error: unknown) =>
  error instanceof FailedStep ? [error.message, ...error.details].join('\n') : errorText(error)

interface Call {
  event: RecordedStep['event'] & { type: 'call' }
  step: Step
  file: Recording['file']
}

/** Repeats the call with the parameters of the edited step and the ids of the replay's world. */
async function repeatCall(play: Play, { client, url }: TargetEmulator, { event: { call }, step, file }: Call) {
  const bots = await client.view('/bots')
  const bot = bots.find(({ handle }) => handle === call.bot)
  if (!bot) throw new FailedStep(`The bot ${call.bot} was removed.`)
  play.bot = bot.handle
  play.botId = bot.id
  const ids = await idsByName(client)
  const expectedParams = fillVariables(step.params.with, play.variables, (name): never => {
    throw new FailedStep(`The variable $${name} is not set.`)
  }) as Values
  const params: Record<string, unknown> = { ...call.params }
  for (const [name, value] of Object.entries(expectedParams)) {
    if (typeof value === 'string' && regexIn(value)) continue
    params[name] = CALL_REFERENCE_PARAMS.includes(name) ? (ids.get(String(value)) ?? value) : value
  }
  const sentFile = fileIn(messageIn(call.body.result))
  const form = new FormData()
  for (const [name, value] of Object.entries(params)) {
    if (isFile(value))
      form.append(name, new Blob([sentFile ? await file(sentFile.unique_id) : '']), sentFile?.name ?? 'file')
    else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  await fetch(`${url}/bot${bot.token}/${call.method}`, { method: 'POST', body: form })
}

/** The user's edits by step index: a line of YAML replaces the step, null removes the step. */
export type Edits = Readonly<Record<number, string | null>>

export interface EditedStep {
  index: number
  event: RecordedStep['event']
  note: string | undefined
  /** Throws a Problem if an edited line is not a step. */
  read(): WrittenStep
}

/** Formats a step as one line of YAML, without the outer braces. */
export const stepLine = (step: WrittenStep): string =>
  stringify(step, { collectionStyle: 'flow', lineWidth: 0, aliasDuplicateObjects: false })
    .trim()
    .replace(/^\{ (.*) \}$/s, '$1')

export const withEdits = (steps: readonly RecordedStep[], edits: Edits): EditedStep[] =>
  steps.flatMap(({ step, event, unseenMessages }, index) => {
    const line = edits[index]
    if (line === null) return []
    const note = line === undefined ? unseenNote(unseenMessages) : undefined
    return [{ index, event, note, read: () => (line === undefined ? step : readLine(line, index, step)) }]
  })

/** Reads an edited line of a recorded step. Throws a Problem if the line is not a step. */
export function readLine(line: string, index: number, recorded: WrittenStep = {}): WrittenStep {
  const step = parseLine(line)
  const [word] = Object.keys(step ?? {})
  const params = word === undefined ? undefined : step?.[word]
  if (step === undefined || word === undefined || typeof params !== 'object' || params === null) {
    const hint = 'Write an action or `expect` with its parameters, such as send: { as: alice, to: greeter, text: Hi }'
    throw new Problem('bad-step', `Step ${index + 1} cannot be read: "${line}".`, hint)
  }
  // The edited text has only the name of the step's file, so the file's content is taken from the recorded step.
  const { file } = Object(recorded[word]) as { file?: unknown }
  return file !== undefined && 'file' in params ? { ...step, [word]: { ...params, file } } : step
}

function parseLine(line: string): WrittenStep | undefined {
  try {
    const step: unknown = parse(`{ ${line} }`)
    return typeof step === 'object' && step !== null ? (step as WrittenStep) : undefined
  } catch {
    return undefined
  }
}
