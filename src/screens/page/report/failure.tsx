// Why a scenario failed: the values that differ, and the step in its file.

import type { FailurePage } from '../../../control/contract/page-data.ts'
import { Prose } from '../controls.tsx'
import { Marked } from './words.tsx'

/** The lines that say how a value was, and how it was expected. */
const DIFFERENCE = /^ *(\S+|the view) was {7}(.*)\n *expected {2}(.*)$/m

export function Failure({ failure: { message, location, details, frame } }: { failure: FailurePage }) {
  const [before = '', path, received = '', expected = '', ...after] = details.join('\n').split(DIFFERENCE)
  return (
    <div class="failure">
      <h2 class="bad">{message}</h2>
      <Lines text={before} />
      {path && (
        <div class="difference">
          <p class="dim">{path}</p>
          <dl>
            {Object.entries({ expected, received }).map(([side, text]) => (
              <div key={side} class={side}>
                <dt>{side}</dt>
                <dd>
                  <Marked text={text} other={side === 'expected' ? received : expected} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      <Lines text={after.join('\n')} />
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
}

const Lines = ({ text }: { text: string }) =>
  text.trim() && (
    <pre>
      <Prose text={text.replace(/^\n+/, '')} />
    </pre>
  )

/** Returns the lines of an excerpt, such as `> 17 |       - expect:`, without the indentation that all of them have. */
function withoutIndent(frame: readonly string[]): string[] {
  const indents = frame.flatMap((line) => /\| ( *)\S/.exec(line)?.[1]?.length ?? [])
  const common = ' '.repeat(Math.min(...indents))
  return frame.map((line) => line.replace(`| ${common}`, '| '))
}
