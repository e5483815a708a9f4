// Where reports go, `--reporter human --reporter junit=out.xml`, and the progress of a run on a terminal.

import { appendFileSync, closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import cliTruncate from 'cli-truncate'
import { sanitizeLine } from '../../describe/text.ts'
import { PLAIN, paletteFor } from '../../lib/colours.ts'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import { githubReport, githubSummary } from '../../scenario/report/github.ts'
import { htmlReport } from '../../scenario/report/html.ts'
import { humanReporter } from '../../scenario/report/human.ts'
import { junitReport } from '../../scenario/report/junit.ts'
import { counts } from '../../scenario/report/lines.ts'
import { tapReport } from '../../scenario/report/tap.ts'
import type { RunEvent, RunResult } from '../../scenario/run/result.ts'
import { ERASE_LINE } from '../print/streams.ts'

/** The reporters that write once, at the end of a run. */
const REPORTS: Readonly<Record<string, (run: RunResult) => string>> = {
  tap: tapReport,
  junit: junitReport,
  json: (run) => `${JSON.stringify({ ...counts(run), ...run }, null, 2)}\n`,
  github: githubReport,
  html: htmlReport,
}

export interface ReportTo {
  name: string
  file?: string
}

type Listener = (event: RunEvent) => void

export function reporterIn(text: string, before: ReportTo[] = []): ReportTo[] {
  const [name, ...rest] = text.split('=') as [string, ...string[]]
  const known = ['human', ...Object.keys(REPORTS)]
  if (!known.includes(name)) {
    throw new Problem('bad-option', `There is no reporter "${name}".`, didYouMean(name, known))
  }
  const file = rest.join('=')
  if (rest.length && !file) {
    throw new Problem('bad-option', `${text} names no file.`, `Write ${name}=<file>, or ${name} alone for the screen.`)
  }
  return [...before, file ? { name, file } : { name }]
}

/** All that is reported of a run; `coverage` goes to the screen, or as JSON into a file. */
export function reportersOf(wanted: readonly ReportTo[], coverage?: boolean | string): Listener {
  const asked = wanted.some(({ file }) => file === undefined) ? wanted : [{ name: 'human' }, ...wanted]
  if (asked.filter(({ file }) => file === undefined).length > 1) {
    throw new Problem(
      'bad-option',
      'Two reporters would write to the screen.',
      'Give one of them a file: junit=out.xml.',
    )
  }
  requireFilesOfTheirOwn([...asked.map(({ file }) => file), typeof coverage === 'string' ? coverage : undefined])
  const { clear, show } = runProgress()
  const reporters = asked.map((each) => reporterOf(each, coverage === true))
  const intoFile = typeof coverage === 'string' ? [coverageInto(coverage)] : []
  const all = [clear, ...reporters, ...onGithub(asked), ...intoFile, show]
  return (event) => {
    const errors: unknown[] = []
    for (const each of all) {
      try {
        each(event)
      } catch (error) {
        errors.push(error)
      }
    }
    // What keeps one report from being written keeps no other.
    if (errors.length) throw errors[0]
  }
}

function requireFilesOfTheirOwn(files: readonly (string | undefined)[]) {
  const paths = files.map((file) => file && resolve(file))
  const shared = files.find((_, i) => paths[i] && paths.indexOf(paths[i]) < i)
  if (shared === undefined) return
  throw new Problem('bad-option', `Two reports would be written to ${shared}.`, 'Give each a file of its own.')
}

function reporterOf({ name, file }: ReportTo, coverage: boolean): Listener {
  const report = REPORTS[name]
  if (!report) return human(file, coverage)
  const write = file === undefined ? toScreen : outputFile(file)
  return atEnd((run) => write(report(run)))
}

function coverageInto(file: string): Listener {
  const write = outputFile(file)
  return atEnd((run) => write(`${JSON.stringify(run.coverage, null, 2)}\n`))
}

function human(file: string | undefined, coverage: boolean): Listener {
  if (file === undefined) return humanReporter(toScreen, { paint: paletteFor('stdout'), coverage })
  const write = outputFile(file)
  const parts: string[] = []
  const report = humanReporter((part) => void parts.push(part), { paint: PLAIN, coverage })
  return (event) => {
    report(event)
    if (event.type === 'end') write(parts.join(''))
  }
}

/** On GitHub the page of the run tells by itself. */
function onGithub(asked: readonly ReportTo[]): Listener[] {
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY: page } = process.env
  const isOpen = GITHUB_ACTIONS === 'true' && asked.every(({ name }) => name !== 'github')
  return [
    ...(isOpen ? [atEnd((run) => process.stderr.write(githubReport(run)))] : []),
    ...(page ? [atEnd((run) => appendFileSync(page, githubSummary(run)))] : []),
  ]
}

const atEnd =
  (report: (run: RunResult) => void): Listener =>
  (event) => {
    if (event.type === 'end') report(event.result)
  }

const toScreen = (text: string) => void process.stdout.write(text)

/** That it can be written is known before the run. */
function outputFile(file: string): (text: string) => void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    closeSync(openSync(file, 'a'))
  } catch (error) {
    throw new Problem('cannot-write', `${file} cannot be written: ${(error as Error).message}.`, 'Name another file.')
  }
  return (text) => {
    try {
      writeFileSync(file, text)
    } catch (error) {
      throw new Problem(
        'not-written',
        `${file} was not written: ${(error as Error).message}.`,
        'Make room, and run again.',
      )
    }
  }
}

const USUAL_COLUMNS = 80

interface RunProgress {
  /** Before the reporters hear of an event. */
  clear(): void
  /** After they have. */
  show(event: RunEvent): void
}

const NONE: RunProgress = { clear() {}, show() {} }

/** How far a run is: one line on stderr, erased before anything else is written and at the end. */
export function runProgress(env = process.env): RunProgress {
  if (!process.stderr.isTTY || env.CI) return NONE
  const paint = paletteFor('stderr', env)
  let count = 0
  let done = 0
  let failed = 0
  let isShown = false
  let playing = ''

  function draw() {
    const failures = failed ? `, ${failed} failed` : ''
    const line = cliTruncate(
      `${done}/${count}${failures} ${sanitizeLine(playing)}`,
      (process.stderr.columns ?? USUAL_COLUMNS) - 1,
    )
    process.stderr.write(paint(failed ? 'bad' : 'aside', line))
    isShown = true
  }

  return {
    clear() {
      if (isShown) process.stderr.write(ERASE_LINE)
      isShown = false
    },
    show(event) {
      if (event.type === 'end') return
      if (event.type === 'begin') count = event.count
      else if (event.type === 'scenario') playing = event.name
      else {
        if (!event.isCorrection) done++
        if (event.result.status === 'failed') failed++
      }
      draw()
    },
  }
}
