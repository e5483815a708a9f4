// Reads the steps of a file, checks each, and inserts the steps of includes.

import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import * as z from 'zod'
import { didYouMean } from '../../../lib/compare/nearest.ts'
import { isMap, type Params, type Step } from '../scenario.ts'
import { hasVariable, namesIn, rootOf, substituteVariables, unescapeVariables } from '../variables.ts'
import { checkStep } from './checks/check-expectation.ts'
import { explainIssues, keysOf } from './checks/explain-issues.ts'
import { STEP_OPTIONS, type StepCatalogue, type StepKind } from './checks/step-catalogue.ts'
import { type Mistake, missingFile } from './mistake.ts'
import { mistakeAt, mistakeAtKey, type Path, type Source } from './source.ts'

export interface ReadingContext {
  /** Unknown operations that the service answers, because the settings `stubs` or `lenient` list them. */
  lenient: string[]
  catalogue: StepCatalogue
  mistakes: Mistake[]
  open(file: string, from: { source: Source; path: Path }, includeChain: readonly string[]): Source | undefined
  /** The paths of the files whose steps are being read, from the scenario file to the innermost include. */
  includeChain: readonly string[]
}

const OWN_DASH = 'Start each step with its own dash.'

const stepOptionsSchema = z.strictObject(STEP_OPTIONS)

export function readSteps(reading: ReadingContext, source: Source, path: Path, steps: readonly unknown[]): Step[] {
  return steps.flatMap((step, i) => (isMap(step) ? readStep(reading, source, [...path, i], step) : []))
}

function readStep(reading: ReadingContext, source: Source, path: Path, step: Params): Step[] {
  const { catalogue, mistakes, lenient } = reading
  const keys = Object.keys(step).filter((key) => !(key in STEP_OPTIONS))
  const at = source.locationOf(path)
  const [only, ...others] = keys.flatMap((key) => catalogue.get(key) ?? [])
  if (keys.length > 1 && only && !others.length) {
    mistakes.push(...keys.filter((key) => !catalogue.has(key)).map((key) => unexpectedKeyMistake(only, key)))
    return []
  }
  if (keys.length !== 1) {
    const message = keys.length ? `This step has several keys: ${keys.join(' and ')}.` : 'This step is empty.'
    mistakes.push({ at, message, hint: OWN_DASH })
    return []
  }
  const [name] = keys as [string]
  const word = catalogue.get(name)
  if (!word) {
    const hint = didYouMean(name, [...catalogue.keys()])
    mistakes.push(mistakeAtKey(source, [...path, name], `Unknown step "${name}".`, hint))
    return []
  }
  const params = expandShorthand(name, step[name] ?? {})
  const { [name]: _, ...rest } = step
  const stepMistakes = [
    ...explainIssues({ source, path: [...path, name], value: params, name }, word.params),
    ...(word.action || name === 'include' ? missingFileMistakes(source, [...path, name, 'file'], params.file) : []),
    ...checkStep({ source, path: [...path, name], params }, name, catalogue, lenient),
    ...(word.action
      ? explainIssues({ source, path, value: rest, name: 'the step' }, stepOptionsSchema)
      : Object.keys(rest).map((key) => unexpectedKeyMistake(word, key))),
  ]
  mistakes.push(...stepMistakes)
  if (stepMistakes.length) return []
  if (name === 'include') return expandInclude(reading, source, [...path, name], asInclude(step.include))
  return [{ word: name, params, ...rest, at, path: path as Step['path'] }]

  function unexpectedKeyMistake(word: StepKind, key: string): Mistake {
    const message = `"${key}" is on the same level as ${word.name}.`
    const mistake = (message: string, hint: string) => mistakeAtKey(source, [...path, key], message, hint)
    const keys = keysOf(word.params)
    if (keys.includes(key)) return mistake(message, `Move "${key}" inside ${word.name}.`)
    if (key in STEP_OPTIONS) return mistake(message, `Only actions can have "${key}".`)
    const hint = didYouMean(key, word.action ? Object.keys(STEP_OPTIONS) : keys, OWN_DASH)
    return mistake(`The step ${word.name} does not take "${key}".`, hint)
  }
}

/** Converts short forms of advanceClock to its parameters, such as `advanceClock: 5min` to `{ seconds: 5min }`. */
function expandShorthand(name: string, value: unknown): Params {
  if (name !== 'advanceClock' || typeof value === 'object') return value as Params
  return value === 'next' || value === 'activity' ? { to: value } : { seconds: value }
}

interface Include {
  file: string
  with?: Params
}

const asInclude = (written: unknown): Include =>
  typeof written === 'string' ? { file: written } : (written as Include)

function missingFileMistakes(source: Source, path: Path, file: unknown): Mistake[] {
  if (typeof file !== 'string' || hasVariable(file)) return []
  if (existsSync(resolve(dirname(source.file), unescapeVariables(file)))) return []
  return [missingFile(source.locationOf(path), file)]
}

function expandInclude(reading: ReadingContext, source: Source, path: Path, include: Include): Step[] {
  const { file: name, with: values = {} } = include
  const other = reading.open(name, { source, path }, reading.includeChain)
  if (!other) return []
  // The steps after the include may also expect the operations that `stub` steps of the included file declare.
  reading.lenient.push(...stubbedOperationsIn(other.value))
  const { steps } = other.value as { steps?: unknown[] }
  if (!steps) {
    reading.mistakes.push(mistakeAt(source, path, `${name} has no steps.`, 'Add `steps:` to it.'))
    return []
  }
  const innerReading = { ...reading, includeChain: [...reading.includeChain, resolve(other.file)] }
  const inner = readSteps(innerReading, other, ['steps'], steps)
  const usedNames = new Set(inner.flatMap((step) => namesIn(step.params).map(({ name }) => rootOf(name))))
  for (const unusedName of Object.keys(values).filter((key) => inner.length && !usedNames.has(key))) {
    const message = `No step of ${name} uses $${unusedName}.`
    const hint = didYouMean(unusedName, [...usedNames])
    reading.mistakes.push(mistakeAtKey(source, [...path, 'with', unusedName], message, hint))
  }
  return inner.map((step) => ({ ...step, params: substituteVariables(step.params, values) as Params }))
}

/** Finds the operations under `stub`, `stubs` and `lenient` in a world or in steps, at any depth. */
export function stubbedOperationsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { stub, stubs, lenient } = value as Params
  const names = [(stub as Params | undefined)?.operation, ...Object.keys(Object(stubs)), ...[lenient].flat()]
  return [...names.filter((name) => typeof name === 'string'), ...Object.values(value).flatMap(stubbedOperationsIn)]
}
