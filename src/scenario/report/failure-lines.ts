// A failure in lines of plain text: all that explains it, what tells most first.

import { placeText } from '../place-in-file.ts'
import { errorIn } from '../run/bot/read-error.ts'
import { callLine } from '../run/noticed.ts'
import type { Failure, ScenarioResult } from '../run/result.ts'
import { sceneLines } from './scene-lines.ts'

const MAX_LINES = 20

export function failureLines(result: ScenarioResult): string[] {
  const { failure, scene, calls } = result
  if (!failure) return []
  const refused = calls.filter((call) => !call.ok).map(callLine)
  return [
    ...failureHead(result),
    ...block('What people saw:', sceneLines(scene)),
    ...block(
      'Refused calls:',
      refused.filter((line) => !failure.details.includes(line)),
    ),
    ...outputLines(result),
  ]
}

/** What went wrong, for a report that shows the conversation and the calls by itself. */
export function failureHead({ failure, output }: ScenarioResult): string[] {
  if (!failure) return []
  const { at, step, message, details, frame = [] } = failure
  return [placeText(at), `  ${step}`, message, ...details, ...errorLines(failure, output), ...block('', frame)]
}

/** The last error that the bot has written, with the lines of its own code. */
function errorLines({ message }: Failure, output: readonly string[]): string[] {
  const error = errorIn(output)
  if (!error) return []
  const isSaid = message.startsWith(error.message)
  const lines = [...(isSaid ? [] : [error.message]), ...error.frames.map((frame) => `  ${frame.trim()}`)]
  return lines.length ? ['The bot wrote:', ...lines.map((line) => `  ${line}`)] : []
}

/** All else that it has written. */
export function outputLines({ output }: ScenarioResult): string[] {
  const error = errorIn(output)
  const said = new Set(error ? [error.message, ...error.frames.map((frame) => frame.trim())] : [])
  return block(
    'The last the bot wrote:',
    output.filter((line) => !said.has(line.trim())),
  )
}

function block(title: string, lines: readonly string[]): string[] {
  if (!lines.length) return []
  const last = lines.slice(-MAX_LINES)
  const left = lines.length - last.length
  return [
    '',
    ...(title ? [title] : []),
    ...(left ? [`  … ${left} more before`] : []),
    ...last.map((line) => `  ${line}`),
  ]
}
