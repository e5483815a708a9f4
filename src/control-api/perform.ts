// Performs an action: what it takes is checked, its effect is one transaction, and the log has it after its effects.

import type { World } from '../messenger/world.ts'
import type { Action } from './actions/action.ts'
import { actionNamed } from './actions/action-named.ts'
import { parseParams } from './parse-params.ts'

/** A promise where files are looked at first. */
export function perform(world: World, name: string, body: unknown): unknown {
  const action = actionNamed(name)
  const params = parseParams(action, body)
  if (action.prepare) return performPrepared(world, action, params, body)
  const result = world.transact((tx) => action.run(tx, params, undefined))
  record(world, name, body, result)
  return result
}

async function performPrepared(world: World, action: Action, params: unknown, body: unknown): Promise<unknown> {
  const prepared = await action.prepare?.(world, params)
  try {
    const result = world.transact((tx) => action.run(tx, params, prepared))
    // Before anything is tidied away: a bot that answers at once does so after it.
    record(world, action.name, body, result)
    return result
  } finally {
    await prepared?.done()
  }
}

function record(world: World, action: string, body: unknown, result: unknown) {
  world.log.append([{ type: 'action', action, params: withoutBytes(body), result }])
}

/** Entries are kept by the thousand; what a file holds is found by the message that it became. */
function withoutBytes(body: unknown): unknown {
  const { file } = (body ?? {}) as { file?: { name?: string } }
  return file === undefined ? body : { ...(body as object), file: { name: file.name } }
}
