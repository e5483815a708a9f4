// The steps of a file, each checked against its word; those of included files in their place.

import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import * as z from 'zod'
import { didYouMean } from '../../lib/compare/nearest.ts'
import type { Params, Step } from '../scenario.ts'
import { hasVariable, namesIn, rootOf, substituteVariables, unescapeVariables } from '../variables.ts'
import { checkExpectation, checkOperation, checkView, type Written } from './checks/check-expectation.ts'
import { explainIssues, keysOf } from './checks/explain-issues.ts'
import { BESIDE, type Vocabulary, type Word } from './checks/vocabulary.ts'
import type { Mistake } from './mistake.ts'
import type { Path, Source } from './source.ts'

export interface Reading {
  /** Operations that are answered though the service lacks them. */
  lenient: string[]
  vocabulary: Vocabulary
  mistakes: Mistake[]
  /** Another file, read and checked as a whole. */
  open(file: string, from: { source: Source; path: Path }, including: readonly string[]): Source | undefined
  /** The files that are being included just now, outermost first. */
  including: readonly string[]
}

const beside = z.strictObject(BESIDE)

export function readSteps(reading: Reading, source: Source, path: Path, steps: readonly unknown[]): Step[] {
  return steps.flatMap((step, i) => readStep(reading, source, [...path, i], step as Params))
}

export function readStep(reading: Reading, source: Source, path: Path, step: Params): Step[] {
  const { vocabulary, mistakes, lenient } = reading
  const keys = Object.keys(step).filter((key) => !(key in BESIDE))
  const at = source.placeOf(path)
  const [only, ...others] = keys.flatMap((key) => vocabulary.get(key) ?? [])
  if (keys.length > 1 && only && !others.length) {
    mistakes.push(...keys.filter((key) => !vocabulary.has(key)).map((key) => strayMistake(only, key)))
    return []
  }
  if (keys.length !== 1) {
    const message = keys.length
      ? `A step does one thing, and this does ${keys.join(' and ')}.`
      : 'This step does nothing.'
    mistakes.push({ at, message, hint: 'Begin each step with a dash of its own.' })
    return []
  }
  const [name] = keys as [string]
  const word = vocabulary.get(name)
  if (!word) {
    const hint = didYouMean(name, [...vocabulary.keys()])
    mistakes.push({ at: source.placeOfKey([...path, name]), message: `There is no step "${name}".`, hint })
    return []
  }
  const params = (step[name] ?? {}) as Params
  const { [name]: _, ...rest } = step
  const found = [
    ...explainIssues({ source, path: [...path, name], value: params, what: name }, word.params),
    ...(word.isAction || name === 'include' ? missingFile(source, [...path, name, 'file'], params.file) : []),
    ...wordMistakes({ source, path: [...path, name], params }, name, vocabulary, lenient),
    ...(word.isAction
      ? explainIssues({ source, path, value: rest, what: 'the step' }, beside)
      : Object.keys(rest).map((key) => strayMistake(word, key))),
  ]
  mistakes.push(...found)
  if (found.length) return []
  if (name === 'include') return included(reading, source, [...path, name], includeIn(step.include))
  return [{ word: name, params, ...rest, at, path: path as Step['path'] }]

  /** What belongs into the word, what was mistyped, and what has no place in this step. */
  function strayMistake(word: Word, key: string): Mistake {
    const message = `"${key}" stands beside ${word.name}.`
    const at = source.placeOfKey([...path, key])
    if (keysOf(word.params).includes(key)) return { at, message, hint: `Write it inside of ${word.name}.` }
    if (key in BESIDE) return { at, message, hint: 'It is for actions only.' }
    const hint = didYouMean(
      key,
      word.isAction ? Object.keys(BESIDE) : keysOf(word.params),
      'Begin each step with a dash of its own.',
    )
    return { at, message: `A step of ${word.name} has no "${key}".`, hint }
  }
}

/** What is wrong of a word beyond its schema. */
function wordMistakes(written: Written, name: string, known: Vocabulary, lenient: readonly string[]): Mistake[] {
  const { source, path, params } = written
  const { operations, views } = known
  const { call } = params
  if (typeof call === 'string' && lenient.includes(call)) return []
  if (name === 'expectInOrder') {
    return Object.entries(params).flatMap(([i, each]) =>
      wordMistakes({ source, path: [...path, Number(i)], params: each as Params }, 'expect', known, lenient),
    )
  }
  if (name === 'expectState') return checkView(params.view, views, source.placeOf([...path, 'view']))
  if (name === 'injectFault') return checkOperation(written, operations)
  return name.startsWith('expect') ? checkExpectation(written, operations) : []
}

interface Include {
  file: string
  with?: Params
}

const includeIn = (written: unknown): Include =>
  typeof written === 'string' ? { file: written } : (written as Include)

/** A path leads from the file that names it. */
function missingFile(source: Source, path: Path, file: unknown): Mistake[] {
  if (typeof file !== 'string' || hasVariable(file)) return []
  if (existsSync(resolve(dirname(source.file), unescapeVariables(file)))) return []
  const hint = 'Paths go from the file that names them.'
  return [{ at: source.placeOf(path), message: `There is no file ${file}.`, hint }]
}

function included(reading: Reading, source: Source, path: Path, { file: name, with: values = {} }: Include): Step[] {
  const other = reading.open(name, { source, path }, reading.including)
  if (!other) return []
  // What it has answered stays answered for the steps after it.
  reading.lenient.push(...answeredIn(other.value))
  const { steps } = other.value as { steps?: unknown[] }
  if (!steps) {
    reading.mistakes.push({ at: source.placeOf(path), message: `${name} has no steps.`, hint: 'It needs `steps:`.' })
    return []
  }
  const inner = readSteps(
    { ...reading, including: [...reading.including, resolve(other.file)] },
    other,
    ['steps'],
    steps,
  )
  const named = new Set(inner.flatMap((step) => namesIn(step.params).map(({ name }) => rootOf(name))))
  for (const stray of Object.keys(values).filter((key) => inner.length && !named.has(key))) {
    const at = source.placeOfKey([...path, 'with', stray])
    reading.mistakes.push({ at, message: `No step of ${name} names $${stray}.`, hint: didYouMean(stray, [...named]) })
  }
  return inner.map((step) => ({ ...step, params: substituteVariables(step.params, values) as Params }))
}

/** Operations that a world or a step has answered though the service lacks them. */
export function answeredIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { stub, stubs, lenient } = value as Params
  const names = [(stub as Params | undefined)?.operation, ...Object.keys(Object(stubs)), ...[lenient].flat()]
  return [...names.filter((name) => typeof name === 'string'), ...Object.values(value).flatMap(answeredIn)]
}
