// Checks that people, bots, chats and variables exist when a step refers to them.

import { CALL_REFERENCE_PARAMS, referenceParams } from '../../../../control/describe/fields.ts'
import { didYouMean, nearest } from '../../../../lib/compare/nearest.ts'
import { CREATE_ACTIONS, handlesIn, type WorldFile } from '../../../worlds/world-file.ts'
import type { Params, Step } from '../../scenario.ts'
import { hasVariable, namesIn, valueAt } from '../../variables.ts'
import type { Mistake } from '../mistake.ts'
import type { Path } from '../source.ts'
import { findView } from './check-expectation.ts'
import type { StepCatalogue } from './step-catalogue.ts'

interface Reference {
  ref: unknown
  path: Path
  /** The parameter's dotted name as error messages show it, such as `expect.with.chat_id`. */
  name: string
}

/** True for an action that creates people, bots or chats, or replaces all of them. */
export const changesHandles = (word: string, catalogue: StepCatalogue) =>
  CREATE_ACTIONS.has(word) || catalogue.get(word)?.action?.replaces_world

type LocationOf = (step: Step, path: Path) => Mistake['at']

/** Reports unknown handles in steps. Stops at a step that changes the handles unpredictably, such as `reset`. */
export function checkReferences(
  steps: readonly Step[],
  world: WorldFile,
  catalogue: StepCatalogue,
  locationOf: LocationOf,
): Mistake[] {
  const comments = Object.keys(world.channels ?? {}).map((handle) => `${handle}-comments`)
  const knownHandles = [...handlesIn(world), ...comments]
  const mistakes: Mistake[] = []
  for (const step of steps) {
    if (catalogue.get(step.word)?.action?.replaces_world) break
    const isExpectedToFail = step.refused !== undefined || step.params.ok === false || step.params.error !== undefined
    if (!isExpectedToFail) {
      for (const { ref, path, name } of referencesIn(step, catalogue)) {
        if (typeof ref !== 'string' || !isHandle(ref) || knownHandles.includes(ref)) continue
        mistakes.push({
          at: locationOf(step, path),
          message: `${name}: unknown "${ref}".`,
          hint: didYouMean(ref, knownHandles),
        })
      }
    }
    const { handle } = step.params
    // Without `handle`, the emulator derives one from the name. It isn't known here, so later steps aren't checked.
    if (CREATE_ACTIONS.has(step.word) && handle === undefined) break
    if (/^(create|update)/.test(step.word) && handle !== undefined) knownHandles.push(String(handle))
  }
  return mistakes
}

function referencesIn(step: Step, catalogue: StepCatalogue): Reference[] {
  const { word, params } = step
  if (word === 'expectState') return referencesInView(String(params.view), catalogue.views)
  return referencePaths(step, catalogue).flatMap((path): Reference[] => {
    const value = valueAt(params, path)
    const name = [word, ...path].join('.')
    return Array.isArray(value)
      ? value.map((ref, i) => ({ ref, path: [...path, i], name }))
      : [{ ref: value, path, name }]
  })
}

const IN_CALL = [['bot'], ...CALL_REFERENCE_PARAMS.map((key) => ['with', key])]

function referencePaths({ word, params }: Step, catalogue: StepCatalogue): Path[] {
  const action = catalogue.get(word)?.action
  if (action) return referenceParams(action).map((key) => [key])
  if (word === 'expectReply') return [['to'], ['in']]
  if (word === 'expectInOrder') return Object.keys(params).flatMap((i) => IN_CALL.map((path) => [Number(i), ...path]))
  return word === 'expect' ? IN_CALL : []
}

function referencesInView(view: string, views: readonly string[]): Reference[] {
  const [path = ''] = view.split('?')
  const pattern = findView(path, views)?.split('/') ?? []
  return path
    .split('/')
    .flatMap((ref, i) =>
      /^:(user|bot|chat)$/.test(pattern[i] ?? '') ? [{ ref, path: ['view'], name: 'expectState.view' }] : [],
    )
}

/** Returns true for a handle; false for an id, @username, regular expression, URL-encoded text or variable. */
const isHandle = (ref: string) => !/^-?\d+$|^@|^\/.*\/\w*$|%/.test(ref) && !hasVariable(ref)

export function checkVariables(
  steps: readonly Step[],
  knownNames: Iterable<string>,
  locationOf: LocationOf,
): Mistake[] {
  const names = new Set(knownNames)
  const mistakes: Mistake[] = []
  for (const step of steps) {
    for (const { name, path } of namesIn(step.params)) {
      const [root] = name.split('.') as [string]
      if (names.has(root)) continue
      const near = nearest(root, [...names])
      const hint = near ? `Did you mean $${near}?` : `Write $$${root} for a literal dollar.`
      mistakes.push({ at: locationOf(step, path), message: `The variable $${root} is not set at this step.`, hint })
    }
    for (const name of variablesSetBy(step)) names.add(name)
  }
  return mistakes
}

/**
 * Returns the variables that a step sets with `as`. In an action, `as` is a key next to the action's name. In another
 * step, it is a parameter.
 */
function variablesSetBy({ as, word, params }: Step): string[] {
  if (as !== undefined) return [as]
  if (!/^(expect|http$|run$)/.test(word)) return []
  const all = Array.isArray(params) ? (params as Params[]) : [params]
  return all.flatMap((each) => (typeof each.as === 'string' ? each.as : []))
}
