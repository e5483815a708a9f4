// Checks that the people, bots, chats and variables that a step names exist by then.

import { REFERENCE_PARAMS } from '../../../contract/reference-params.ts'
import { didYouMean, nearest } from '../../../lib/compare/nearest.ts'
import type { Params, Step } from '../../scenario.ts'
import { hasVariable, namesIn } from '../../variables.ts'
import { handlesIn, type WorldFile } from '../../world-file.ts'
import type { Mistake } from '../mistake.ts'
import type { Path } from '../source.ts'
import { viewAt } from './check-expectation.ts'
import type { Vocabulary } from './vocabulary.ts'

const OF_CALLS = ['chat_id', 'user_id']
const CREATING = /^create(User|Bot|Group|Channel)$/
/** Puts another world in place, of which nothing is known here. */
const REPLACING = new Set(['restore', 'clearWorld', 'reset'])

interface Reference {
  ref: unknown
  path: Path
  /** What it is part of. */
  name: string
}

type PlaceOf = (step: Step, path: Path) => Mistake['at']

/** Checks the handles that steps name. */
export function checkReferences(
  steps: readonly Step[],
  world: WorldFile,
  vocabulary: Vocabulary,
  placeOf: PlaceOf,
): Mistake[] {
  const known = knownIn(world)
  const mistakes: Mistake[] = []
  for (const step of steps) {
    if (REPLACING.has(step.word)) break
    const isTrial = step.refused !== undefined || step.params.ok === false || step.params.error !== undefined
    if (!isTrial) {
      for (const { ref, path, name } of referencesIn(step, vocabulary)) {
        if (typeof ref !== 'string' || !isHandle(ref) || known.includes(ref)) continue
        mistakes.push({
          at: placeOf(step, path),
          message: `${name}: there is no "${ref}".`,
          hint: didYouMean(ref, known),
        })
      }
    }
    if (CREATING.test(step.word)) {
      // Whoever is created without a handle gets one that comes from the name.
      if (step.params.handle === undefined) break
      known.push(String(step.params.handle))
    }
    if (/^update/.test(step.word) && step.params.handle !== undefined) known.push(String(step.params.handle))
  }
  return mistakes
}

function referencesIn({ word, params }: Step, vocabulary: Vocabulary): Reference[] {
  if (vocabulary.get(word)?.isAction) return [...REFERENCE_PARAMS].flatMap((key) => named(params, key, word))
  if (word === 'expectState') return inView(String(params.view), vocabulary.views)
  if (word === 'expectReply') return [...named(params, 'to', word), ...named(params, 'in', word)]
  if (word === 'expectInOrder') {
    return Object.entries(params).flatMap(([i, each]) => inCall(each as Params, `expectInOrder.${i}`, [Number(i)]))
  }
  return word === 'expect' ? inCall(params, word) : []
}

const inCall = (params: Params, what: string, path: Path = []): Reference[] => [
  ...named(params, 'bot', what, path),
  ...OF_CALLS.flatMap((key) => named((params.with ?? {}) as Params, key, `${what}.with`, [...path, 'with'])),
]

function named(params: Params, key: string, what: string, path: Path = []): Reference[] {
  const value = params[key]
  const name = `${what}.${key}`
  if (!Array.isArray(value)) return [{ ref: value, path: [...path, key], name }]
  return value.map((ref, i) => ({ ref, path: [...path, key, i], name }))
}

function inView(view: string, views: readonly string[]): Reference[] {
  const [path = ''] = view.split('?')
  const pattern = viewAt(path, views)?.split('/') ?? []
  return path
    .split('/')
    .flatMap((ref, i) =>
      /^:(user|bot|chat)$/.test(pattern[i] ?? '') ? [{ ref, path: ['view'], name: 'expectState.view' }] : [],
    )
}

/** Ids, @usernames, variables and expressions are not looked up here. */
const isHandle = (ref: string) => !/^-?\d+$|^@|^\/.*\/\w*$|%/.test(ref) && !hasVariable(ref)

function knownIn(world: WorldFile): string[] {
  const comments = Object.keys(world.channels ?? {}).map((handle) => `${handle}-comments`)
  return [...handlesIn(world), ...comments]
}

/** Checks the variables that steps name, which steps before them have to take. */
export function checkVariables(steps: readonly Step[], known: Iterable<string>, placeOf: PlaceOf): Mistake[] {
  const names = new Set(known)
  const mistakes: Mistake[] = []
  for (const step of steps) {
    for (const { name, path } of namesIn(step.params)) {
      const [root] = name.split('.') as [string]
      if (names.has(root)) continue
      const near = nearest(root, [...names])
      const hint = near ? `Did you mean $${near}?` : `Write $$${root} for the plain text.`
      mistakes.push({ at: placeOf(step, path), message: `Nothing is called $${root} by then.`, hint })
    }
    for (const name of takenBy(step)) names.add(name)
  }
  return mistakes
}

/** An action takes its result beside it, whatever else takes one inside. */
function takenBy({ as, word, params }: Step): string[] {
  if (as !== undefined) return [as]
  if (!/^(expect|http$|run$)/.test(word)) return []
  const all = Array.isArray(params) ? (params as Params[]) : [params]
  return all.flatMap((each) => (typeof each.as === 'string' ? each.as : []))
}
