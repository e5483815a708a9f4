// Why a scenario failed: the values that differ, and the step in its file.

import type { FailurePage } from '../../../control/contract/page-data.ts'
import { Prose } from '../controls.tsx'
import { Marked } from './words.tsx'

export const Failure = ({ failure: { message, location, details, frame } }: { failure: FailurePage }) => (
  <div class="failure">
    <h2 class="bad">{message}</h2>
    {partsOf(details).map((part, at) =>
      typeof part === 'string' ? (
        <pre key={at}>
          <Prose text={part} />
        </pre>
      ) : (
        <dl key={at} class="difference">
          <dt>{part.path}</dt>
          <dd class="expected">
            <Marked text={part.expected} other={part.actual} />
          </dd>
          <dd class="actual">
            <Marked text={part.actual} other={part.expected} />
          </dd>
        </dl>
      ),
    )}
    {frame.length > 0 && (
      <pre class="frame">
        <b>{location}</b>
        {withoutIndent(frame).map((line) => (
          <span key={line} class={line.startsWith('>') ? 'guilty' : ''}>
            {line}
          </span>
        ))}
      </pre>
    )}
  </div>
)

/** Returns the lines of an excerpt, such as `> 17 |       - expect:`, without the indentation that all of them have. */
function withoutIndent(frame: readonly string[]): string[] {
  const indents = frame.flatMap((line) => /\| ( *)\S/.exec(line)?.[1]?.length ?? [])
  const common = ' '.repeat(Math.min(...indents))
  return frame.map((line) => line.replace(`| ${common}`, '| '))
}

/** A value as it was expected and as it was. */
interface Difference {
  path: string
  expected: string
  actual: string
}

/** Joins lines that belong together, and takes out each pair of an actual and an expected value. */
function partsOf(lines: readonly string[]): (string | Difference)[] {
  const parts: (string | Difference)[] = []
  for (const line of lines) {
    const last = parts.at(-1)
    const [, path, actual = ''] = /^ *(\S+|the view) was {7}(.*)$/.exec(line) ?? []
    const expected = /^ *expected {2}(.*)$/.exec(line)?.[1]
    if (path !== undefined) parts.push({ path, actual, expected: '' })
    else if (expected !== undefined && typeof last === 'object') last.expected = expected
    else if (typeof last === 'string') parts[parts.length - 1] = `${last}\n${line}`
    else if (line) parts.push(line)
  }
  return parts
}
