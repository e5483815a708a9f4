// Plays one step: an action is performed, an expectation is waited for.

import { span } from '../../../contract/time.ts'
import type { Params, Step } from '../../scenario.ts'
import { filled, valueAt } from '../../variables.ts'
import { FailedStep } from '../failed-step.ts'
import type { Play } from '../play.ts'
import { sleep } from '../sleep.ts'
import { act } from './act.ts'
import { expectCall } from './expect-call.ts'
import { expectInOrder } from './expect-in-order.ts'
import { expectNothing } from './expect-nothing.ts'
import { expectReply } from './expect-reply.ts'
import { expectState } from './expect-state.ts'
import { runCommand } from './run-command.ts'
import { sendRequest } from './send-request.ts'

type PlayWord = (play: Play, params: Params, signal: AbortSignal) => Promise<unknown>

const WORDS: Readonly<Record<string, PlayWord>> = {
  expect: expectCall,
  expectReply,
  expectInOrder,
  expectNothing,
  expectState,
  http: sendRequest,
  run: (play, params, signal) => runCommand(play, typeof params === 'string' ? { command: params } : params, signal),
  bot: (play) => play.restartBot(),
  stub: ({ client }, { operation, result = true }) =>
    client.perform('updateService', { stubs: { [String(operation)]: result } }),
  wait: (_, params, signal) => sleep(span.parse(Object(params).for ?? params) * 1000, signal),
}

export async function playStep(play: Play, step: Step, signal: AbortSignal) {
  const params = filled(step.params, play.variables, (name): never => {
    throw new FailedStep(`There is no $${name}.`, [`Known are: ${knownUnder(play, name)}.`])
  }) as Params
  const word = WORDS[step.word]
  const result = word ? await word(play, params, signal) : await act(play, step, params, signal)
  const name = word ? (params as { as?: string }).as : step.as
  if (name !== undefined) play.variables[name] = result
}

/** The names that there are beside the one that leads nowhere. */
function knownUnder(play: Play, name: string): string {
  const keys = name.split('.').slice(0, -1)
  const around = valueAt(play.variables, keys)
  if (typeof around !== 'object' || around === null) return knownUnder(play, keys.join('.'))
  return Object.keys(around)
    .map((key) => `$${[...keys, key].join('.')}`)
    .join(', ')
}
