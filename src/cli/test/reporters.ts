// Creates the reporters that `--reporter` selects, and the progress line.

import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { PLAIN, paletteFor } from '../../lib/colours.ts'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import { sanitizeLine } from '../../lib/safe-text.ts'
import { formatSpan } from '../../lib/time-text.ts'
import { githubReport, githubSummary } from '../../testing/scenarios/report/github.ts'
import { htmlReport } from '../../testing/scenarios/report/html.ts'
import { humanReporter } from '../../testing/scenarios/report/human.ts'
import { junitReport } from '../../testing/scenarios/report/junit.ts'
import { counts } from '../../testing/scenarios/report/lines.ts'
import { tapReport } from '../../testing/scenarios/report/tap.ts'
import type { RunEvent, RunResult } from '../../testing/scenarios/run/result.ts'
import { openOutput } from '../print/output-file.ts'
import { createProgressLine } from '../print/streams.ts'
import { textIf } from '../settings/option-values.ts'

const REPORTS: Readonly<Record<string, (run: RunResult) => string>> = {
  tap: tapReport,
  junit: junitReport,
  json: (run) => `${JSON.stringify({ ...counts(run), ...run }, null, 2)}\n`,
  github: githubReport,
  html: htmlReport,
}

export interface ReporterOption {
  name: string
  file?: string
}

type Listener = (event: RunEvent) => void

export const reporterParser =
  (reporterNames: readonly string[]) =>
  (text: string, before: ReporterOption[] = []): ReporterOption[] => {
    const [name, ...rest] = text.split('=') as [string, ...string[]]
    if (!reporterNames.includes(name)) {
      throw new Problem('bad-option', `Unknown reporter "${name}".`, didYouMean(name, reporterNames))
    }
    const file = rest.join('=')
    if (rest.length && !file) {
      const hint = `Write ${name}=<file>, or only ${name} to print to the screen.`
      throw new Problem('bad-option', `${text} has no file name.`, hint)
    }
    return [...before, file ? { name, file } : { name }]
  }

export const parseReporter = reporterParser(['human', ...Object.keys(REPORTS)])

export const COVERAGE_TABLE = 'table'

/** Accepts only .json files. Otherwise, for example, `--coverage a.yaml` would overwrite a scenario file. */
export const parseCoverage = textIf(
  (text) => text === COVERAGE_TABLE || text.endsWith('.json'),
  'The value must be a file that ends in .json.',
)

/** `coverage` is COVERAGE_TABLE to print the coverage on the screen, or the name of a JSON file. */
export async function createReporters(options: readonly ReporterOption[], coverage?: string): Promise<Listener> {
  const coverageFiles = coverage === undefined || coverage === COVERAGE_TABLE ? [] : [coverage]
  const requested = withScreenReporter(options, coverageFiles)
  const { clear, show } = await createRunProgress()
  const reporters = requested.map((each) => createReporter(each, coverage === COVERAGE_TABLE))
  const all = [
    clear,
    ...reporters,
    ...createGithubReporters(requested),
    ...coverageFiles.map(createCoverageReporter),
    show,
  ]
  return (event) => {
    const errors: unknown[] = []
    for (const each of all) {
      try {
        each(event)
      } catch (error) {
        errors.push(error)
      }
    }
    // An error in one reporter does not affect the others.
    if (errors.length) throw errors[0]
  }
}

/** Adds the human report if no reporter writes to the screen. Throws if two would write to one place. */
export function withScreenReporter(options: readonly ReporterOption[], otherFiles: readonly string[] = []) {
  const requested = options.some(({ file }) => file === undefined) ? options : [{ name: 'human' }, ...options]
  if (requested.filter(({ file }) => file === undefined).length > 1) {
    const hint = 'Give one of the reporters a file: junit=out.xml.'
    throw new Problem('bad-option', 'Two reporters would write to the screen.', hint)
  }
  requireDistinctFiles([...requested.map(({ file }) => file), ...otherFiles])
  return requested
}

function requireDistinctFiles(files: readonly (string | undefined)[]) {
  const paths = files.map((file) => file && resolve(file))
  const duplicate = files.find((_, i) => paths[i] && paths.indexOf(paths[i]) < i)
  if (duplicate === undefined) return
  throw new Problem('bad-option', `Two reports would be written to ${duplicate}.`, 'Give each report its own file.')
}

function createReporter({ name, file }: ReporterOption, coverage: boolean): Listener {
  const report = REPORTS[name]
  if (!report) return createHumanReporter(file, coverage)
  const write = openOutput(file)
  return atEnd((run) => write(report(run)))
}

function createCoverageReporter(file: string): Listener {
  const write = openOutput(file)
  return atEnd((run) => write(`${JSON.stringify(run.coverage, null, 2)}\n`))
}

function createHumanReporter(file: string | undefined, coverage: boolean): Listener {
  const write = openOutput(file)
  if (file === undefined) return humanReporter(write, { paint: paletteFor('stdout'), coverage, isOnScreen: true })
  const parts: string[] = []
  const report = humanReporter((part) => void parts.push(part), { paint: PLAIN, coverage, isOnScreen: false })
  return (event) => {
    report(event)
    if (event.type === 'end') write(parts.join(''))
  }
}

/** Creates the reporters for annotations and the job summary, which GitHub Actions gets by default. */
function createGithubReporters(requested: readonly ReporterOption[]): Listener[] {
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY: page } = process.env
  const isNotRequested = GITHUB_ACTIONS === 'true' && requested.every(({ name }) => name !== 'github')
  return [
    ...(isNotRequested ? [atEnd((run) => process.stderr.write(githubReport(run)))] : []),
    ...(page ? [atEnd((run) => appendFileSync(page, githubSummary(run)))] : []),
  ]
}

const atEnd =
  (report: (run: RunResult) => void): Listener =>
  (event) => {
    if (event.type === 'end') report(event.result)
  }

export async function createRunProgress(env = process.env) {
  const line = await createProgressLine(env)
  let count = 0
  let finished = 0
  let failed = 0
  let current = ''
  return {
    clear: line.clear,
    show(event: RunEvent) {
      if (event.type === 'end') return
      if (event.type === 'begin') count = event.count
      else if (event.type === 'scenario') current = event.name
      else if (event.type === 'faults') {
        finished = event.done
        count = event.count
        current = event.seconds === undefined ? 'with faults' : `with faults, ${formatSpan(event.seconds)} left`
      } else {
        finished++
        if (event.result.status === 'failed') failed++
      }
      const failures = failed ? `, ${failed} failed` : ''
      line.show(`${finished}/${count}${failures} ${sanitizeLine(current)}`, failed > 0)
    },
  }
}
