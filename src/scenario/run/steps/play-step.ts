// Plays one step: an action is performed, an expectation is waited for.

import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { shown } from '../../../lib/compare/shown.ts'
import { Problem } from '../../../lib/problem.ts'
import type { Params, Step } from '../../scenario.ts'
import { filled } from '../../variables.ts'
import { FailedStep } from '../failed-step.ts'
import type { Play } from '../play.ts'
import { expectCall } from './expect-call.ts'
import { expectNothing } from './expect-nothing.ts'
import { expectState } from './expect-state.ts'
import { pause } from './pause.ts'

type Expectation = (play: Play, params: Params, signal: AbortSignal) => Promise<unknown>

const EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  expect: expectCall,
  expectNothing,
  expectState,
  wait: (_, params, signal) => pause(params, signal),
}

export async function playStep(play: Play, step: Step, signal: AbortSignal) {
  const params = filled(step.params, play.variables, (name): never => {
    throw new FailedStep(`There is no $${name}.`, [`Known are: ${knownUnder(play, name)}.`])
  }) as Params
  const expectation = EXPECTATIONS[step.word]
  const result = expectation ? await expectation(play, params, signal) : await act(play, step, params)
  const name = expectation ? (params as { as?: string }).as : step.as
  if (name !== undefined) play.variables[name] = result
}

async function act(play: Play, step: Step, params: Params): Promise<unknown> {
  play.turn = await play.newestCall()
  try {
    const result = await play.client.perform(step.word, await withFile(step, params))
    if (step.refused === undefined) return result
  } catch (error) {
    return refusal(step, error)
  }
  const wanted = step.refused === true ? 'refused' : `refused as ${step.refused}`
  throw new FailedStep(`${step.word} was to be ${wanted}, and was done.`)
}

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
    return { ...params, file: { name: basename(path), base64: (await readFile(path)).toString('base64') } }
  } catch (error) {
    throw new FailedStep(`${shown(params.file)} cannot be read.`, [(error as Error).message])
  }
}

function knownUnder({ variables }: Play, name: string): string {
  const parts = name.split('.')
  for (let depth = parts.length - 1; depth >= 0; depth--) {
    const value = parts.slice(0, depth).reduce<unknown>((inner, key) => (inner as Params | undefined)?.[key], variables)
    if (typeof value !== 'object' || value === null) continue
    const prefix = parts.slice(0, depth)
    return Object.keys(value)
      .map((key) => `$${[...prefix, key].join('.')}`)
      .join(', ')
  }
  return 'nothing'
}
