// Chooses the scenarios to play: by file, folder or pattern, by name and tag, and for this machine.

import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { globSync, isDynamicPattern } from 'tinyglobby'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import { mistakesProblem } from '../../scenario/read/mistake.ts'
import { readScenarioFile } from '../../scenario/read/read-file.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import { type Shard, shareOf } from './many-machines.ts'
import { readVocabulary } from './read-vocabulary.ts'

export interface Choice {
  grep?: string
  /** Operations that are answered though the service lacks them. */
  lenient?: string[]
  tag?: string[]
  shard?: Shard
  /** A report that tells how long each took. */
  durations?: string
}

export function chooseScenarios(patterns: readonly string[], choice: Choice): Scenario[] {
  const { named, matched } = testFiles(patterns)
  const vocabulary = readVocabulary()
  const read = [...named, ...matched].map((file) => ({ file, ...readScenarioFile(file, vocabulary, choice.lenient) }))
  const mistakes = read.flatMap((each) => each.mistakes)
  if (mistakes.length) throw mistakesProblem('bad-scenario', mistakes)
  const empty = read.find(({ file, scenarios }) => named.includes(file) && scenarios.length === 0)
  if (empty) throw new Problem('bad-scenario', `${empty.file} holds no scenarios.`, 'It needs `scenarios:`.')
  const all = read.flatMap((each) => each.scenarios)
  if (all.length && !all.some((scenario) => isSelected(scenario, choice))) throw nothingSelected(all, choice)
  const selected = skipUnmarked(all.filter((scenario) => isSelected(scenario, choice)))
  return choice.shard ? shareOf(selected, choice.shard, choice.durations) : selected
}

/** Where some are marked only, the others are left out, on whichever machine they are. */
function skipUnmarked(scenarios: readonly Scenario[]): Scenario[] {
  const isLeft = scenarios.some(({ only }) => only) ? ({ only }: Scenario) => !only : () => false
  return scenarios.map((each) => (isLeft(each) ? { ...each, skip: each.skip ?? 'another is marked only' } : each))
}

/** A choice that leaves nothing is a mistyped one: it must not pass for a run in which all went well. */
function nothingSelected(all: readonly Scenario[], { grep, tag = [] }: Choice): Problem {
  const filters = [...(grep === undefined ? [] : [`--grep ${grep}`]), ...tag.map((each) => `--tag ${each}`)].join(' ')
  const tags = [...new Set(all.flatMap((each) => each.tags))]
  const stray = tag.find((each) => !tags.includes(each))
  const hint =
    stray === undefined
      ? `There are the names: ${all.map(({ name }) => name).join(', ')}.`
      : didYouMean(stray, tags, tags.length ? `There are the tags: ${tags.join(', ')}.` : 'None of them has a tag.')
  return new Problem('bad-option', `No scenario is meant by ${filters}.`, hint)
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

const BELOW = '**/*.{yaml,yml,json}'
const USUAL = `scenarios/${BELOW}`
const IGNORED = ['node_modules', '.git', 'dist', '.bot-emulator'].map((folder) => `**/${folder}/**`)

export interface TestFiles {
  /** Must hold scenarios. */
  named: string[]
  /** Come along: those that hold worlds or steps for others are no mistake. */
  matched: string[]
}

/** The scenario files that paths, folders and patterns name. */
export function testFiles(patterns: readonly string[]): TestFiles {
  const named: string[] = []
  const matched: string[] = []
  for (const pattern of patterns.length ? patterns : [USUAL]) {
    if (existsSync(pattern) && statSync(pattern).isFile()) named.push(pattern)
    else if (existsSync(pattern)) matched.push(...filesLike(BELOW, pattern).map((file) => join(pattern, file)))
    else if (isDynamicPattern(pattern)) matched.push(...filesLike(pattern))
    else
      throw new Problem(
        'bad-option',
        `There is no file or folder ${pattern}.`,
        'Name scenario files, folders or patterns.',
      )
  }
  if (named.length + matched.length === 0) {
    const asked = patterns.length ? patterns.join(' ') : USUAL
    throw new Problem('bad-option', `No file is like ${asked}.`, 'Name scenario files, folders or patterns.')
  }
  const once = onlyOnce([...named, ...matched])
  return { named: once.filter((file) => named.includes(file)), matched: once.filter((file) => !named.includes(file)) }
}

/** Whatever several patterns mean, and however a path is written. */
function onlyOnce(files: readonly string[]): string[] {
  const paths = files.map((file) => resolve(file))
  return files.filter((_, i) => paths.indexOf(paths[i] ?? '') === i)
}

function filesLike(pattern: string, cwd = '.'): string[] {
  return globSync(pattern, { cwd, ignore: IGNORED, expandDirectories: false }).sort()
}
