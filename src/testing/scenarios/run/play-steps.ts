// Plays the steps of a scenario in order, up to the first failure.

import { span } from '../../../control/contract/time.ts'
import { stopwatch } from '../../../lib/clock.ts'
import { parseStructure } from '../../../lib/compare/difference.ts'
import { Problem } from '../../../lib/problem.ts'
import { pause } from '../../../lib/wait-until.ts'
import type { PlayedStep } from '../read/checks/step-catalogue.ts'
import type { Params, Scenario, Step } from '../scenario.ts'
import { fillVariables, restoreVariables, valueAt } from '../variables.ts'
import { type Correctable, FailedStep, type Mismatch, type Play } from './play.ts'
import type { Failure, StepResult } from './result.ts'
import { runCommand, sendRequest } from './steps/commands-and-requests.ts'
import { expectBot } from './steps/expect-bot.ts'
import { expectCall, expectInOrder, expectNothing } from './steps/expect-calls.ts'
import { expectReply } from './steps/expect-reply.ts'
import { expectState } from './steps/expect-state.ts'
import { performAction } from './steps/perform-action.ts'
import { waitUntilIdle } from './steps/wait-for-bot.ts'

export interface PlaySteps {
  signal: AbortSignal
  /** Set only with --update: called with the actual value of a mismatch, which then does not fail the step. */
  onMismatch: ((step: Step, mismatch: Correctable) => void) | undefined
}

export async function playSteps(play: Play, { steps }: Scenario, { signal, onMismatch }: PlaySteps) {
  const results: StepResult[] = []
  let failure: Failure | undefined
  for (const step of steps) {
    const text = stepText(step)
    if (failure) {
      results.push({ text, at: step.at, status: 'unreached', duration_ms: 0, event: 0 })
      continue
    }
    const { event } = await play.client.view('/cursor')
    const elapsed = stopwatch()
    if (onMismatch) play.onMismatch = (mismatch) => onMismatch(step, toCorrectable(play, step, mismatch))
    try {
      signal.throwIfAborted()
      await playStep(play, step, signal)
    } catch (error) {
      failure = failureOf(error, step)
    }
    // The report shows each message as it was after the step.
    await play.eventStream.catchUp()
    results.push({ text, at: step.at, status: failure ? 'failed' : 'passed', duration_ms: elapsed(), event })
  }
  return { steps: results, failure }
}

/** Returns the difference as the file is corrected: a list of another length is replaced as a whole. */
function toCorrectable({ variables }: Play, { params }: Step, { index, whole, ...found }: Mismatch): Correctable {
  const isOtherLength = found.path.endsWith('.length') || ((found.actual ?? null) === null && /\.\d+$/.test(found.path))
  const at = isOtherLength ? found.path.slice(0, found.path.lastIndexOf('.')) : found.path
  const path = index === undefined ? at : `${index}.${at}`
  const before = valueAt(params, path.split('.'))
  const { expected, actual } = isOtherLength ? { expected: before, actual: valueInside(whole, at) } : found
  return { path, expected, actual, newValue: restoreVariables(actual, before, variables) }
}

/** Finds a value also inside lists and objects that a call has sent as JSON text. */
const valueInside = (whole: unknown, path: string): unknown =>
  path.split('.').reduce((inner, key) => (parseStructure(inner) as Params | undefined)?.[key], whole)

function failureOf(error: unknown, step: Step): Failure {
  const common = { at: step.at, step: stepText(step) }
  if (error instanceof FailedStep) {
    const { message, details, more } = error
    return { message, details, ...common, ...more }
  }
  if (error instanceof Problem && error.code !== 'unreachable') {
    const [message = '', ...details] = error.message.split('\n')
    return { message, details: [...details, ...error.hint.split('\n')], ...common }
  }
  throw error
}

type PlayStep = (play: Play, params: Params, signal: AbortSignal) => Promise<unknown>

const STEP_PLAYERS: Readonly<Record<string, PlayStep>> = {
  expect: expectCall,
  expectReply,
  expectInOrder,
  expectNothing,
  expectState,
  expectBot,
  http: sendRequest,
  run: (play, params, signal) => runCommand(play, typeof params === 'string' ? { command: params } : params, signal),
  bot: restartBot,
  stub: ({ client }, { operation, result = true }) =>
    client.perform('updateService', { stubs: { [String(operation)]: result } }),
  wait: (_, params, signal) => pause(span.parse(Object(params).for ?? params) * 1000, signal),
} satisfies Record<PlayedStep, PlayStep>

/** Asked to end, a bot has confirmed what it answered before, so that it is not told again. A killed bot has not. */
async function restartBot(play: Play, { kill }: Params, signal: AbortSignal) {
  if (!kill) await waitUntilIdle(play, signal)
  await play.restartBot({ kills: kill === true })
}

export const filledIn = (play: Play, value: unknown): unknown =>
  fillVariables(value, play.variables, (name): never => {
    throw new FailedStep(`The variable $${name} is not set.`, [`Known variables: ${siblingNames(play, name)}.`])
  })

export async function playStep(play: Play, step: Step, signal: AbortSignal) {
  const params = filledIn(play, step.params) as Params
  const word = STEP_PLAYERS[step.word]
  const result = word ? await word(play, params, signal) : await performAction(play, step, params, signal)
  const name = word ? (params as { as?: string }).as : step.as
  if (name !== undefined) play.variables[name] = result
}

/** For an unknown variable such as `$message.chat.idd`, returns the existing names, such as `$message.chat.id`. */
function siblingNames(play: Play, name: string): string {
  const keys = name.split('.').slice(0, -1)
  const around = valueAt(play.variables, keys)
  if (typeof around !== 'object' || around === null) return siblingNames(play, keys.join('.'))
  return Object.keys(around)
    .map((key) => `$${[...keys, key].join('.')}`)
    .join(', ')
}

const MAX_STEP_TEXT = 160

export function stepText({ word, params, refused }: Step): string {
  const text = `${word} ${flowText(params)}${refused === undefined ? '' : `, refused: ${refused}`}`
  return text.length > MAX_STEP_TEXT ? `${text.slice(0, MAX_STEP_TEXT)}…` : text
}

function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    return `{ ${Object.entries(value)
      .map(([key, each]) => `${key}: ${flowText(each)}`)
      .join(', ')} }`
  }
  return typeof value === 'string' && !/^[@$\w./-]+$/.test(value) ? JSON.stringify(value) : String(value)
}
