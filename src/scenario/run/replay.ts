// Recorded steps: edited as lines, and replayed in a copy of their world with the bot's calls as recorded.

import { parse, stringify } from 'yaml'
import type { Values } from '../../client/client.ts'
import { followEvents } from '../../client/follow.ts'
import { fileIn, messageIn } from '../../describe/message.ts'
import { regexIn } from '../../lib/compare/regex.ts'
import { Problem, textOf } from '../../lib/problem.ts'
import { isFile, noteOnUnseen, REFERENCES, type RecordedStep, type WrittenStep } from '../record.ts'
import type { Params, Step } from '../scenario.ts'
import { fillVariables } from '../variables.ts'
import type { WorldFile } from '../world-file.ts'
import { idsByName } from '../world-of.ts'
import { beginPlay, FailedStep, type Play } from './play.ts'
import { playStep } from './play-steps.ts'
import { freshWorld, type Venue, worldFor } from './stage.ts'

/** What went wrong, by the number of the step, from 0. */
export type Failures = Readonly<Record<number, string>>

interface Recorded {
  world: WorldFile
  before: readonly WrittenStep[]
  steps: readonly EditedStep[]
  /** What a file held. */
  file(uniqueId: string): Promise<Uint8Array>
}

const AT = { file: 'what was recorded', line: 1, column: 1 }
const PATIENCE_SECONDS = 1

export async function replay(venue: Venue, { world, before, steps, file }: Recorded): Promise<Failures> {
  const { client } = venue
  const laid = worldFor({ world, at: AT })
  const created = await freshWorld(client, laid.world, AT.file, { kept: [], generation: 0 })
  const followed = await followEvents(client)
  const play: Play = {
    ...beginPlay(client, laid.bot, created, (await client.view('/cursor')).call),
    variables: { ...created },
    env: {},
    restartBot: async () => {},
    patience: PATIENCE_SECONDS,
    followed,
    isIdle: async () => true,
  }
  const { signal } = new AbortController()
  const failures: Record<number, string> = {}
  try {
    await client.perform('freezeClock')
    // By a clock that runs, what there was before would be done after the first step.
    if (steps[0]) await client.perform('setClock', { at: steps[0].event.at })
    for (const step of before) await playStep(play, stepOf(step), signal)
    for (const { index, event, note, read } of steps) {
      try {
        const step = stepOf(read())
        await client.perform('setClock', { at: event.at })
        if (event.type === 'call' && step.word === 'expect') await callAgain(play, venue, { event, step, file })
        await playStep(play, step, signal)
      } catch (error) {
        failures[index] = note ? `${note}\n${wordsOf(error)}` : wordsOf(error)
      }
    }
    return failures
  } finally {
    followed.stop()
  }
}

function stepOf({ as, refused, ...rest }: WrittenStep): Step {
  const [word = '', params = {}] = Object.entries(rest)[0] ?? []
  return {
    word,
    params: params as Params,
    ...(typeof as === 'string' && { as }),
    ...((refused === true || typeof refused === 'string') && { refused }),
    at: AT,
    path: [],
  }
}

const wordsOf = (error: unknown) => {
  if (error instanceof FailedStep) return [error.message, ...error.details].join('\n')
  return textOf(error)
}

interface Call {
  event: RecordedStep['event'] & { type: 'call' }
  step: Step
  file: Recorded['file']
}

/** As it was recorded, but for what the step says otherwise, and for what has another id in this world. */
async function callAgain(play: Play, { client, url }: Venue, { event: { call }, step, file }: Call) {
  const bots = await client.view('/bots')
  const bot = bots.find(({ handle }) => handle === call.bot)
  if (!bot) throw new FailedStep(`There is no bot ${call.bot} any more.`)
  play.bot = bot.handle
  play.botId = bot.id
  const ids = await idsByName(client)
  const wanted = fillVariables(step.params.with, play.variables, (name): never => {
    throw new FailedStep(`There is no $${name}.`)
  }) as Values
  const params: Record<string, unknown> = { ...call.params }
  for (const [name, value] of Object.entries(wanted)) {
    if (typeof value === 'string' && regexIn(value)) continue
    params[name] = REFERENCES.has(name) ? (ids.get(String(value)) ?? value) : value
  }
  const sent = fileIn(messageIn(call.body.result))
  const form = new FormData()
  for (const [name, value] of Object.entries(params)) {
    if (isFile(value)) form.append(name, new Blob([sent ? await file(sent.unique_id) : '']), sent?.name ?? 'file')
    else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  await fetch(`${url}/bot${bot.token}/${call.method}`, { method: 'POST', body: form })
}

/** The lines that replace steps, by the index of the step; null leaves the step out. */
export type Edits = Readonly<Record<number, string | null>>

export interface EditedStep {
  index: number
  event: RecordedStep['event']
  /** What is to be known about it, unless it was edited. */
  note: string | undefined
  /** Throws a Problem if the line is not a step. */
  read(): WrittenStep
}

/** The step as a file may say it, in one line and without the outer braces. */
export const stepLine = (step: WrittenStep): string =>
  stringify(step, { collectionStyle: 'flow', lineWidth: 0, aliasDuplicateObjects: false })
    .trim()
    .replace(/^\{ (.*) \}$/s, '$1')

export const withEdits = (steps: readonly RecordedStep[], edits: Edits): EditedStep[] =>
  steps.flatMap(({ step, event, unseen }, index) => {
    const line = edits[index]
    if (line === null) return []
    const note = line === undefined ? noteOnUnseen(unseen) : undefined
    return [{ index, event, note, read: () => (line === undefined ? step : readLine(line, step, index)) }]
  })

function readLine(line: string, recorded: WrittenStep, index: number): WrittenStep {
  const step = parsed(line)
  const [word] = Object.keys(step ?? {})
  const params = word === undefined ? undefined : step?.[word]
  if (step === undefined || word === undefined || typeof params !== 'object' || params === null) {
    const hint = 'Write an action or expect, then its parameters: send: { as: alice, to: greeter, text: Hi }'
    throw new Problem('bad-step', `Step ${index + 1} cannot be read: "${line}".`, hint)
  }
  // A line names the file alone; where it lies is known.
  const { file } = Object(recorded[word]) as { file?: unknown }
  return file !== undefined && 'file' in params ? { ...step, [word]: { ...params, file } } : step
}

function parsed(line: string): WrittenStep | undefined {
  try {
    const step: unknown = parse(`{ ${line} }`)
    return typeof step === 'object' && step !== null ? (step as WrittenStep) : undefined
  } catch {
    return undefined
  }
}
