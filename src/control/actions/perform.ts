// Performs an action: validates its parameters, runs it, and records it.

import * as z from 'zod'
import { Problem, parseRequest } from '../../lib/problem.ts'
import { Upload } from '../../service/media/upload.ts'
import { asFolderProblem } from '../../service/messenger/whole-world/archive.ts'
import type { Tx, World } from '../../service/messenger/world.ts'
import type { FileToSend } from '../contract/messages.ts'
import type { Action, Means, Prepared } from './action.ts'
import { requireAction } from './catalogue.ts'

/** Performs an action. Returns a promise if the action first prepares something, such as a file. */
export function perform(world: World, means: Means, name: string, body: unknown): unknown {
  const action = requireAction(name)
  const params = parseParams(action, body)
  const preparing = action.prepare?.(world, params, means)
  const run = (prepared?: Prepared) =>
    runAndRecord(world, action, body, (tx) => action.run(tx, params, prepared, means))
  return preparing ? runPrepared(preparing, run) : run()
}

async function runPrepared(preparing: Promise<Prepared | undefined>, run: (prepared?: Prepared) => unknown) {
  const prepared = await preparing
  try {
    // Records the action before `dispose` runs, which may wait while bots already react to the action.
    return run(prepared)
  } finally {
    await prepared?.dispose()
  }
}

/** Records the action without the bytes of a file, because the event log keeps thousands of entries. */
function runAndRecord(world: World, action: Action, body: unknown, run: (tx: Tx) => unknown): unknown {
  const value = world.transact(run)
  const result = action.result === 'Done' ? true : value
  const { file } = (body ?? {}) as { file?: { name?: string } }
  const recorded = file === undefined ? body : { ...(body as object), file: { name: file.name } }
  world.log.append([{ type: 'action', action: action.name, params: recorded, result }])
  return result
}

export function parseParams(action: Action, body: unknown): unknown {
  const { file: value } = (body ?? {}) as { file?: Upload | FileToSend }
  // A file on the disk or in memory is not JSON, so a placeholder is validated in its place.
  const file = value instanceof Upload || value?.bytes instanceof Uint8Array ? value : undefined
  const input = file ? { ...(body as object), file: { name: file.name, base64: '' } } : (body ?? {})
  const known = () =>
    Object.keys(z.toJSONSchema(action.params, { io: 'input', unrepresentable: 'any' }).properties ?? {})
  const parsed = parseRequest(action.name, action.params, input, known)
  return file ? { ...(parsed as object), file } : parsed
}

/** Converts an error into a Problem. Any error other than a Problem or a disk error is a bug. */
export function asProblem(error: unknown): Problem {
  const folderProblem = asFolderProblem(error)
  if (folderProblem instanceof Problem) return folderProblem
  const message = error instanceof Error ? error.message : String(error)
  return new Problem('internal', `Internal error: ${message}.`, 'This is a bug in bot-emulator. Please report it.')
}
