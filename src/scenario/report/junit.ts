// JUnit's XML, by the schema that Jenkins reads: a suite for each file, a case for each scenario.

import { placeText } from '../place.ts'
import type { RunResult, ScenarioResult } from '../run/result.ts'
import { cleanLine } from './clean.ts'
import { failureLines } from './failure-lines.ts'
import { xml } from './xml.ts'

export function junitReport(run: RunResult): string {
  const files = new Map<string, ScenarioResult[]>()
  for (const result of run.scenarios) files.set(result.at.file, [...(files.get(result.at.file) ?? []), result])
  const suites = [...files].map(([file, results]) => suite(file, results))
  const sums = sumsOf(run.scenarios, run.duration_ms)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="bot-emulator"${sums}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

function suite(file: string, results: readonly ScenarioResult[]): string {
  const took = results.reduce((sum, each) => sum + each.duration_ms, 0)
  const started = new Date(Math.min(...results.map((each) => each.started))).toISOString().slice(0, 19)
  const skipped = results.filter(({ status }) => status === 'skipped').length
  const sums = `${sumsOf(results, took)} skipped="${skipped}" timestamp="${started}"`
  return [
    `  <testsuite name="${attribute(file)}"${sums}>`,
    ...results.map((each) => testcase(file, each)),
    '  </testsuite>',
  ].join('\n')
}

function testcase(file: string, result: ScenarioResult): string {
  const { name, duration_ms, status, skipped, failure, output } = result
  const head = `    <testcase name="${attribute(name)}" classname="${attribute(file)}" time="${seconds(duration_ms)}"`
  const inner = [
    ...(status === 'skipped' ? [`<skipped message="${attribute(skipped!)}"/>`] : []),
    ...(failure
      ? [
          `<failure message="${attribute(failure.message)}" type="${attribute(placeText(failure.at))}">` +
            `${content(failureLines(result))}</failure>`,
        ]
      : []),
    ...(output.length && failure ? [`<system-out>${content(output)}</system-out>`] : []),
  ]
  if (!inner.length) return `${head}/>`
  return [`${head}>`, ...inner.map((line) => `      ${line}`), '    </testcase>'].join('\n')
}

function sumsOf(results: readonly ScenarioResult[], ms: number): string {
  const failed = results.filter(({ status }) => status === 'failed').length
  return ` tests="${results.length}" failures="${failed}" errors="0" time="${seconds(ms)}"`
}

const seconds = (ms: number) => (ms / 1000).toFixed(3)
const attribute = (text: string) => xml(cleanLine(text))
const content = (lines: readonly string[]) => xml(lines.map(cleanLine).join('\n'))
