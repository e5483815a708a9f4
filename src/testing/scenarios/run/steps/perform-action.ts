// Performs an action step, and checks an expected refusal.

import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { stopwatch } from '../../../../lib/clock.ts'
import { Problem } from '../../../../lib/problem.ts'
import { describeValue } from '../../../../lib/safe-text.ts'
import type { Params, Step } from '../../scenario.ts'
import { FailedStep, noteAction, type Play } from '../play.ts'
import { loadChatOf, screenLines, waitFor, waitLimitOf, waitUntilIdle } from './wait-for-bot.ts'

export async function performAction(play: Play, step: Step, params: Params, signal: AbortSignal): Promise<unknown> {
  await noteAction(play, step.word)
  try {
    const result = await perform(play, step, await readFileParam(step, params), signal)
    if (play.settles) await waitUntilIdle(play, signal)
    if (step.refused === undefined) return result
  } catch (error) {
    return checkRefusal(step, error)
  }
  const code = step.refused === true ? '' : ` with ${step.refused}`
  throw new FailedStep(`Expected ${step.word} to be refused${code}, but it succeeded.`)
}

async function perform(play: Play, { word, refused }: Step, params: Params, signal: AbortSignal): Promise<unknown> {
  try {
    if (word === 'advanceClock' || word === 'setClock') return await moveClock(play, word, params, signal)
    return await play.client.perform(word, params)
  } catch (error) {
    if (refused !== undefined || !isNotShownYet(error)) throw error
    return performWhenShown(play, word, params, signal)
  }
}

/** Moves the clock, which may take long if many timers of the bot are due. Resumes it if `signal` aborts. */
async function moveClock({ client }: Play, word: string, params: Params, signal: AbortSignal): Promise<unknown> {
  const stop = () => void client.perform('resumeClock').catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await client.perform(word, params)
  } catch (error) {
    if (!signal.aborted || !(error instanceof Problem)) throw error
    throw new FailedStep((signal.reason as Error).message, [error.message, error.hint])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Waits for the bot to send the message, the button or the key that the action needs. */
async function performWhenShown(play: Play, action: string, params: Params, signal: AbortSignal): Promise<unknown> {
  const { as, chat, bot } = params as Record<string, string>
  const limit = waitLimitOf(play, {})
  const elapsed = stopwatch()
  for (;;) {
    const { event } = await play.client.view('/cursor')
    try {
      return await play.client.perform(action, params)
    } catch (refusal) {
      if (!isNotShownYet(refusal)) throw refusal
      const reply = { to: as ?? '', in: chat ?? bot ?? '' }
      const leftSeconds = Math.max(0, limit.seconds - elapsed() / 1000)
      const next = { ...limit, seconds: leftSeconds }
      const outcome = await waitFor(play, { reply, after: event }, next, signal).catch(() => ({ found: undefined }))
      if (outcome.found) continue
      const screen = await loadChatOf(play, reply.to, reply.in).catch(() => undefined)
      if (!screen) throw refusal
      throw new FailedStep(`${action} was refused: ${refusal.message}`, screenLines(screen.messages))
    }
  }
}

const NOT_SHOWN_YET = new Set(['no-such-button', 'no-such-message', 'no-such-key'])

const isNotShownYet = (error: unknown): error is Problem => error instanceof Problem && NOT_SHOWN_YET.has(error.code)

function checkRefusal(step: Step, error: unknown) {
  if (!(error instanceof Problem)) throw error
  const { code, message, hint } = error
  if (step.refused === true || step.refused === code) return { code, message }
  if (step.refused === undefined) throw new FailedStep(`${step.word} was refused: ${message}`, [`${hint} (${code})`])
  const unexpected = `Expected ${step.word} to be refused with ${step.refused}, but it was refused with ${code}.`
  throw new FailedStep(unexpected, [message])
}

/** Replaces `file`, a path relative to the scenario file, with the name and content of the file. */
async function readFileParam({ at }: Step, params: Params): Promise<Params> {
  if (typeof params.file !== 'string') return params
  const path = resolve(dirname(at.file), params.file)
  try {
    return { ...params, file: { name: basename(path), bytes: await readFile(path) } }
  } catch (error) {
    throw new FailedStep(`${describeValue(params.file)} cannot be read.`, [(error as Error).message])
  }
}
