// Performs actions of the played person, one after another, and shows only what went wrong.

import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { Problem, problemText } from '../../../lib/problem.ts'
import { memberActionDone } from '../../model/member-actions.ts'
import type { Outcome } from '../../model/outcome.ts'
import { focusPlace } from './panes.ts'
import { endNotices, isNotDone, NOT_DONE, notify, type Screen } from './screen.ts'

export type Params = Readonly<Record<string, unknown>>

/** Actions never overlap, because the model may first take a snapshot of the world. */
let last: Promise<unknown> = Promise.resolve()

function doneText({ people, model, sharedChats }: Screen, action: string, { who, chat }: Params) {
  const isNamed = (one: { handle: string; id: number }, ref: unknown) => one.handle === ref || one.id === ref
  const member = [...people.peek(), ...model.bots.peek()].find((one) => isNamed(one, who))
  const place = sharedChats.peek().find((one) => isNamed(one, chat))
  return memberActionDone(action, member?.first_name ?? String(who), place?.title ?? String(chat))
}

/** Returns the outcome, and shows a refusal unless the caller shows it. What a person does ends in the input. */
export function perform(
  screen: Screen,
  action: string,
  params: Params,
  { success = doneText(screen, action, params), isQuiet = false }: { success?: string; isQuiet?: boolean } = {},
): Promise<Outcome> {
  const run = async () => {
    const outcome = await performWithFile(screen, action, params)
    if (outcome.ok) endNotices(screen, isNotDone)
    else if (!isQuiet) notify(screen, NOT_DONE + problemText(outcome.problem), 'bad')
    if (outcome.ok && success) notify(screen, success)
    return outcome
  }
  if ('as' in params) focusPlace(screen, 'input')
  const done = last.then(run)
  last = done
  return done
}

/** A file is given by its path. */
async function performWithFile({ model }: Screen, action: string, params: Params): Promise<Outcome> {
  const path = (params.file as { path?: string } | undefined)?.path
  if (path === undefined) return model.perform(action, params)
  try {
    const bytes = await readFile(expandHome(path))
    return await model.perform(action, { ...params, file: { name: basename(path), bytes } })
  } catch (error) {
    return { ok: false, problem: fileProblem(error) }
  }
}

/** The path in a typed or pasted text. Terminals paste dropped files as paths, often quoted. */
export const pathIn = (text: string) =>
  expandHome(
    text
      .trim()
      .replace(/^(['"])(.*)\1$/, '$2')
      .replaceAll('\\ ', ' ')
      .replace(/^file:\/\//, ''),
  )

export const expandHome = (path: string) =>
  path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path

/** Says what is wrong with a path. */
export function fileProblem(error: unknown): Problem {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EEXIST') return new Problem('exists', 'The file already exists.', 'Press Enter again to overwrite it.')
  if (code === 'ENOENT') return new Problem('missing', 'The file or its folder does not exist.', 'Check the path.')
  return new Problem('file', message, '')
}
