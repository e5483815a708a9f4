// Chooses the scenarios to play: by file, name, tag and shard.

import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { globSync, isDynamicPattern } from 'tinyglobby'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import { plural } from '../../lib/safe-text.ts'
import { mistakesProblem } from '../../testing/scenarios/read/mistake.ts'
import { readScenarioFile } from '../../testing/scenarios/read/read-file.ts'
import type { Scenario } from '../../testing/scenarios/scenario.ts'
import { group, type OptionsOf, option } from '../settings/option.ts'
import { appendValue } from '../settings/option-values.ts'
import { loadStepCatalogue } from './load-step-catalogue.ts'
import { type Shard, scenariosOfShard } from './shards.ts'

export const SELECT_OPTIONS = group('Select:', [
  option('--grep <pattern>', 'plays scenarios whose names match this regular expression'),
  option('--tag <tag>', 'plays scenarios with this tag; repeatable', appendValue),
])

interface Choice extends Partial<OptionsOf<typeof SELECT_OPTIONS>> {
  /** The operations in `--lenient`, which scenarios may expect although the service does not have them. */
  lenient?: string[] | undefined
  shard?: Shard | undefined
  /** A JSON report of an earlier run, for shards of equal duration. */
  durations?: string | undefined
  passWithNoTests?: boolean | undefined
}

export function chooseScenarios(patterns: readonly string[], choice: Choice): Scenario[] {
  const catalogue = loadStepCatalogue()
  const readFiles = findTestFiles(patterns, choice).map((each) => ({
    ...each,
    ...readScenarioFile(each.file, catalogue, choice.lenient),
  }))
  const mistakes = readFiles.flatMap((each) => each.mistakes)
  if (mistakes.length) throw mistakesProblem('bad-scenario', mistakes)
  const all = readFiles.flatMap((each) => each.scenarios)
  if (!choice.passWithNoTests) {
    const empty = readFiles.find(({ isNamed, scenarios }) => isNamed && scenarios.length === 0)
    if (empty)
      throw new Problem('bad-scenario', `${empty.file} contains no scenarios.`, 'Add a list under `scenarios:`.')
    if (!all.length) {
      const hint = 'Pass files that contain `scenarios:`, or pass --pass-with-no-tests.'
      throw new Problem('bad-option', `None of the ${plural(readFiles.length, 'file')} has scenarios.`, hint)
    }
    if (!all.some((scenario) => isSelected(scenario, choice))) throw nothingSelectedProblem(all, choice)
  }
  const selected = skipUnmarked(all.filter((scenario) => isSelected(scenario, choice)))
  return choice.shard ? scenariosOfShard(selected, choice.shard, choice.durations) : selected
}

/** Reads a scenario that the tool has written itself. */
export function readScenario(file: string): Scenario {
  const { scenarios, mistakes } = readScenarioFile(file, loadStepCatalogue())
  const [scenario] = scenarios
  if (!scenario || mistakes.length) throw mistakesProblem('bad-scenario', mistakes)
  return scenario
}

/** Runs before the split into shards, so that `only` has the same effect on all machines. */
function skipUnmarked(scenarios: readonly Scenario[]): Scenario[] {
  const isLeftOut = scenarios.some(({ only }) => only) ? ({ only }: Scenario) => !only : () => false
  return scenarios.map((each) =>
    isLeftOut(each) ? { ...each, skip: each.skip ?? 'another scenario is marked "only"' } : each,
  )
}

/** Returns the problem of a run without scenarios, which must not count as a success. */
function nothingSelectedProblem(all: readonly Scenario[], { grep, tag = [] }: Choice): Problem {
  const filters = [...(grep === undefined ? [] : [`--grep ${grep}`]), ...tag.map((each) => `--tag ${each}`)].join(' ')
  const tags = [...new Set(all.flatMap((each) => each.tags))]
  const unknownTag = tag.find((each) => !tags.includes(each))
  const allTagsHint = tags.length ? `The tags are: ${tags.join(', ')}.` : 'None of the scenarios has a tag.'
  const allNamesHint = `The names are: ${all.map(({ name }) => name).join(', ')}.`
  const hint = unknownTag === undefined ? allNamesHint : didYouMean(unknownTag, tags, allTagsHint)
  return new Problem('bad-option', `No scenario matches ${filters}.`, hint)
}

function isSelected({ name, tags }: Scenario, { grep, tag = [] }: Choice): boolean {
  return (grep === undefined || patternOf(grep).test(name)) && tag.every((each) => tags.includes(each))
}

function patternOf(grep: string): RegExp {
  try {
    return new RegExp(grep, 'i')
  } catch (error) {
    throw new Problem('bad-option', `--grep ${grep}: ${(error as Error).message}.`, 'Give a regular expression.')
  }
}

const SCENARIO_FILES = '**/*.{yaml,yml,json}'
const DEFAULT_PATTERN = `scenarios/${SCENARIO_FILES}`
const IGNORED_PATTERNS = ['node_modules', '.git', 'dist', '.bot-emulator'].map((folder) => `**/${folder}/**`)

export interface TestFile {
  file: string
  /** True if the user named its path, so that it must contain scenarios. Others may have a world or steps for it. */
  isNamed: boolean
}

export function findTestFiles(patterns: readonly string[], { passWithNoTests = false }: Choice = {}): TestFile[] {
  const given = patterns.length ? patterns : [DEFAULT_PATTERN]
  const all = given.flatMap(filesOf).sort((one, other) => Number(other.isNamed) - Number(one.isNamed))
  if (!all.length && !passWithNoTests) {
    const hint = 'Pass scenario files, folders or patterns.'
    throw new Problem('bad-option', `No file matches ${given.join(' ')}.`, hint)
  }
  // Several patterns can match a file, and a path can be written in two ways.
  return all.filter(({ file }, i) => all.findIndex((each) => resolve(each.file) === resolve(file)) === i)
}

function filesOf(pattern: string): TestFile[] {
  const found = (file: string) => ({ file, isNamed: false })
  if (existsSync(pattern) && statSync(pattern).isFile()) return [{ file: pattern, isNamed: true }]
  if (existsSync(pattern)) return findFiles(SCENARIO_FILES, pattern).map((file) => found(join(pattern, file)))
  if (isDynamicPattern(pattern)) return findFiles(pattern).map(found)
  throw new Problem('bad-option', `${pattern} does not exist.`, 'Pass scenario files, folders or patterns.')
}

function findFiles(pattern: string, cwd = '.'): string[] {
  return globSync(pattern, { cwd, ignore: IGNORED_PATTERNS, expandDirectories: false }).sort()
}
