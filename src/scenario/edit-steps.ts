// Recorded steps as lines that can be edited, and back.

import { parse, stringify } from 'yaml'
import { Problem } from '../lib/problem.ts'
import { noteOnUnseen, type RecordedStep, type WrittenStep } from './record.ts'

/** By the number of the step, from 0: what is to be written in its place; null leaves it out. */
export type Edits = Readonly<Record<number, string | null>>

export interface EditedStep {
  index: number
  event: RecordedStep['event']
  /** What is to be known about it, unless it was edited. */
  note: string | undefined
  /** A Problem where the line is none. */
  read(): WrittenStep
}

/** As a file may say it, in one line and without the outer braces. */
export const stepLine = (step: WrittenStep): string =>
  stringify(step, { collectionStyle: 'flow', lineWidth: 0, aliasDuplicateObjects: false })
    .trim()
    .replace(/^\{ (.*) \}$/s, '$1')

export const withEdits = (steps: readonly RecordedStep[], edits: Edits): EditedStep[] =>
  steps.flatMap(({ step, event, unseen }, index) => {
    const line = edits[index]
    if (line === null) return []
    const note = line === undefined ? noteOnUnseen(unseen) : undefined
    return [{ index, event, note, read: () => (line === undefined ? step : readLine(line, step, index)) }]
  })

function readLine(line: string, recorded: WrittenStep, index: number): WrittenStep {
  const step = parsed(line)
  const [word] = Object.keys(step ?? {})
  const params = word === undefined ? undefined : step?.[word]
  if (step === undefined || word === undefined || typeof params !== 'object' || params === null) {
    const hint = 'Write an action or expect, then its parameters: send: { as: alice, to: greeter, text: Hi }'
    throw new Problem('bad-step', `Step ${index + 1} cannot be read: "${line}".`, hint)
  }
  // A line names the file alone; where it lies is known.
  const { file } = Object(recorded[word]) as { file?: unknown }
  return file !== undefined && 'file' in params ? { ...step, [word]: { ...params, file } } : step
}

function parsed(line: string): WrittenStep | undefined {
  try {
    const step: unknown = parse(`{ ${line} }`)
    return typeof step === 'object' && step !== null ? (step as WrittenStep) : undefined
  } catch {
    return undefined
  }
}
