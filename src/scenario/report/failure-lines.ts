// A failure in lines of plain text: all that explains it.

import { placeText } from '../place.ts'
import { callLine } from '../run/noticed.ts'
import type { Failure, ScenarioResult } from '../run/result.ts'
import { sceneLines } from './scene-lines.ts'

const MAX_LINES = 20

export function failureLines(result: ScenarioResult): string[] {
  const { failure, scene, calls } = result
  if (!failure) return []
  const refused = calls.filter((call) => !call.ok).map(callLine)
  return [
    ...failureHead(failure),
    ...block('What people saw:', sceneLines(scene)),
    ...block(
      'Refused calls:',
      refused.filter((line) => !failure.details.includes(line)),
    ),
    ...outputLines(result),
  ]
}

/** What went wrong, for a report that shows the conversation and the calls by itself. */
export const failureHead = ({ at, step, message, details }: Failure): string[] => [
  placeText(at),
  `  ${step}`,
  message,
  ...details,
]

export const outputLines = ({ output }: ScenarioResult): string[] => block('The last the bot wrote:', output)

function block(title: string, lines: readonly string[]): string[] {
  if (!lines.length) return []
  const last = lines.slice(-MAX_LINES)
  const left = lines.length - last.length
  return ['', title, ...(left ? [`  … ${left} more before`] : []), ...last.map((line) => `  ${line}`)]
}
