// The recorded steps as lines of YAML, and the user's edits of them.

import { parse, stringify } from 'yaml'
import type { Edits } from '../../control/contract/recordings.ts'
import { Problem } from '../../lib/problem.ts'
import { type RecordedStep, unseenNote, type WrittenStep } from './written-steps.ts'

export interface EditedStep {
  index: number
  event: RecordedStep['event']
  note: string | undefined
  /** Throws a Problem if an edited line is not a step. */
  read(): WrittenStep
}

/** Formats a step as one line of YAML, without the outer braces. */
export const stepLine = (step: WrittenStep): string =>
  stringify(step, { collectionStyle: 'flow', lineWidth: 0, aliasDuplicateObjects: false })
    .trim()
    .replace(/^\{ (.*) \}$/s, '$1')

export const withEdits = (steps: readonly RecordedStep[], edits: Edits): EditedStep[] =>
  steps.flatMap(({ step, event, unseenMessages }, index) => {
    const line = edits[index]
    if (line === null) return []
    const note = line === undefined ? unseenNote(unseenMessages) : undefined
    return [{ index, event, note, read: () => (line === undefined ? step : readLine(line, index, step)) }]
  })

export function readLine(line: string, index: number, recorded: WrittenStep = {}): WrittenStep {
  const step = parseLine(line)
  const [word] = Object.keys(step ?? {})
  const params = word === undefined ? undefined : step?.[word]
  if (step === undefined || word === undefined || typeof params !== 'object' || params === null) {
    const hint = 'Write an action or `expect` with its parameters, such as send: { as: alice, to: greeter, text: Hi }'
    throw new Problem('bad-step', `Step ${index + 1} cannot be read: "${line}".`, hint)
  }
  // The edited text has only the name of the step's file, so the file's content is taken from the recorded step.
  const { file } = Object(recorded[word]) as { file?: unknown }
  return file !== undefined && 'file' in params ? { ...step, [word]: { ...params, file } } : step
}

function parseLine(line: string): WrittenStep | undefined {
  try {
    const step: unknown = parse(`{ ${line} }`)
    return typeof step === 'object' && step !== null ? (step as WrittenStep) : undefined
  } catch {
    return undefined
  }
}
