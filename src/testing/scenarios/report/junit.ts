// The JUnit XML report, in the schema of Jenkins: a suite for each file.

import { escapeXml, sanitizeLine } from '../../../lib/safe-text.ts'
import { locationText } from '../location.ts'
import type { FaultsReport, RunResult, ScenarioResult } from '../run/result.ts'
import { findingLines, findingTitle } from './faults.ts'
import { failureLines, flakyText, isNotPlayed, troubleLines } from './lines.ts'

export function junitReport(run: RunResult): string {
  const suites = [...Map.groupBy(run.scenarios, ({ at }) => at.file)].map(([file, results]) => suite(file, results))
  if (run.faults) suites.push(faultSuite(run.faults))
  const trouble = troubleLines(run)
  if (trouble.length) suites.push(runSuite(trouble))
  const sums = sumsOf(run.scenarios, run.duration_ms, trouble.length ? 1 : 0, run.faults)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="bot-emulator"${sums}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

const suiteOf = (attributes: string, cases: readonly string[]) =>
  [`  <testsuite ${attributes}>`, ...cases, '  </testsuite>'].join('\n')

function caseOf(name: string, file: string, time: number, inner: readonly string[]): string {
  const head = `    <testcase name="${attribute(name)}" classname="${attribute(file)}" time="${seconds(time)}"`
  return inner.length
    ? [`${head}>`, ...inner.map((each) => `      ${each}`), '    </testcase>'].join('\n')
    : `${head}/>`
}

const problemOf = (tag: 'error' | 'failure', message: string, type: string, lines: readonly string[]) =>
  `<${tag} message="${attribute(message)}" type="${attribute(type)}">${content(lines)}</${tag}>`

/** Returns a test suite that reports an error of the whole run, because such an error does not belong to a scenario. */
function runSuite([title = '', message = '', ...details]: readonly string[]): string {
  const error = problemOf('error', message, title, [message, ...details])
  return suiteOf(`name="the run"${sumsOf([], 0, 1)}`, [caseOf('the run', 'the run', 0, [error])])
}

const faultSuite = (faults: FaultsReport) =>
  suiteOf(`name="with faults"${sumsOf([], 0, 0, faults)}`, faultCases(faults))

/** Returns a test for each scenario and kind of fault. A finding fails the test that it is from. */
const faultCases = ({ scenarios, findings }: FaultsReport): string[] =>
  scenarios.flatMap(({ name, at, kinds }) =>
    Object.keys(kinds).flatMap((kind) => {
      const problems = findings
        .filter((each) => each.kind === kind && each.scenario === name)
        .map((each) => [problemOf('failure', findingTitle(each), each.cause, findingLines(each))])
      return (problems.length ? problems : [[]]).map((inner) => caseOf(`${name}, ${kind}`, at.file, 0, inner))
    }),
  )

function suite(file: string, results: readonly ScenarioResult[]): string {
  const durationMs = results.reduce((sum, each) => sum + each.duration_ms, 0)
  const started = new Date(Math.min(...results.map((each) => each.started))).toISOString().slice(0, 19)
  const skipped = results.filter(isNotPlayed).length
  const sums = `${sumsOf(results, durationMs)} skipped="${skipped}" timestamp="${started}"`
  const cases = results.map((each) => caseOf(each.name, file, each.duration_ms, contentOf(each)))
  return suiteOf(`name="${attribute(file)}"${sums}`, cases)
}

function contentOf(result: ScenarioResult): string[] {
  const { status, skipped, failure, flaky, output } = result
  return [
    ...(isNotPlayed(result) ? [`<skipped message="${attribute(skipped ?? status)}"/>`] : []),
    ...(flaky ? [`<system-out>${content([flakyText(result)])}</system-out>`] : []),
    ...(failure ? [problemOf('failure', failure.message, locationText(failure.at), failureLines(result))] : []),
    ...(output.length && failure ? [`<system-out>${content(output)}</system-out>`] : []),
  ]
}

function sumsOf(results: readonly ScenarioResult[], ms: number, errors = 0, faults?: FaultsReport): string {
  const failed = results.filter(({ status }) => status === 'failed').length + (faults?.findings.length ?? 0)
  const tests = results.length + errors + (faults ? faultCases(faults).length : 0)
  return ` tests="${tests}" failures="${failed}" errors="${errors}" time="${seconds(ms)}"`
}

const seconds = (ms: number) => (ms / 1000).toFixed(3)
const attribute = (text: string) => escapeXml(sanitizeLine(text))
const content = (lines: readonly string[]) => escapeXml(lines.map(sanitizeLine).join('\n'))
