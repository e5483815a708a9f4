// An action of the catalogue as a step: performed, or refused as it was to be.

import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { shown } from '../../../describe/text.ts'
import { Problem } from '../../../lib/problem.ts'
import type { Params, Step } from '../../scenario.ts'
import { FailedStep, isOtherBot, newestCall, type Play } from '../play.ts'
import { patienceOf, patiently } from './patience.ts'
import { messagesOn, screenLines } from './screen.ts'

export async function act(play: Play, step: Step, params: Params, signal: AbortSignal): Promise<unknown> {
  play.turn = await newestCall(play)
  play.lastAction = step.word
  try {
    const result = await perform(play, step, await withFile(step, params), signal)
    if (step.refused === undefined) return result
  } catch (error) {
    return refusal(step, error)
  }
  const wanted = step.refused === true ? 'refused' : `refused as ${step.refused}`
  throw new FailedStep(`${step.word} was to be ${wanted}, and was done.`)
}

const perform = (play: Play, step: Step, params: Params, signal: AbortSignal): Promise<unknown> =>
  WAITING.has(step.word) && step.refused === undefined
    ? pressed(play, step.word, params, signal)
    : play.client.perform(step.word, params)

/** The message that brings the button may still be on its way. */
async function pressed(play: Play, action: string, params: Params, signal: AbortSignal): Promise<unknown> {
  const { as, chat, bot } = params as Record<string, string>
  const patience = patienceOf(play, {}, await isOtherBot(play, chat ?? bot))
  let refused: unknown
  const { found } = await patiently(play, patience, signal, async () => {
    try {
      return { found: { result: await play.client.perform(action, params) }, isWrong: false }
    } catch (error) {
      if (!(error instanceof Problem) || !NOT_YET.has(error.code)) throw error
      refused = error
      return { isWrong: true }
    }
  })
  if (found) return found.result
  const seen = await messagesOn(play, as ?? '', chat ?? bot ?? '').catch(() => undefined)
  if (!seen || !(refused instanceof Problem)) throw refused
  throw new FailedStep(`${action} was refused: ${refused.message}`, screenLines(seen))
}

/** What the bot has to bring first. */
const WAITING = new Set(['press', 'tap'])
const NOT_YET = new Set(['no-such-button', 'no-such-message', 'no-such-key'])

function refusal(step: Step, error: unknown) {
  if (!(error instanceof Problem)) throw error
  const { code, message, hint } = error
  if (step.refused === true || step.refused === code) return { code, message }
  if (step.refused === undefined) throw new FailedStep(`${step.word} was refused: ${message}`, [`${hint} (${code})`])
  throw new FailedStep(`${step.word} was refused as ${code}, not as ${step.refused}.`, [message])
}

/** A path leads from the file that names it; only its content travels. */
async function withFile({ at }: Step, params: Params): Promise<Params> {
  if (typeof params.file !== 'string') return params
  const path = resolve(dirname(at.file), params.file)
  try {
    return { ...params, file: { name: basename(path), bytes: await readFile(path) } }
  } catch (error) {
    throw new FailedStep(`${shown(params.file)} cannot be read.`, [(error as Error).message])
  }
}
