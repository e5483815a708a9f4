// Why a scenario failed: what was expected, and what happened instead.

import type { FailurePage } from '../../../control/contract/page-data.ts'
import { Prose } from '../controls.tsx'
import { Marked } from './words.tsx'

/** The lines that say how a value was, and how it was expected. */
const DIFFERENCE = /^ *(\S+|the view) was {7}(.*)\n *expected {2}(.*)$/m

export function Failure({ failure: { message, location, details } }: { failure: FailurePage }) {
  const [before = '', path, received = '', expected = '', ...after] = details.join('\n').split(DIFFERENCE)
  return (
    <div class="failure">
      <h2 class="bad">
        {message} <small>{location}</small>
      </h2>
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
    </div>
  )
}

const Lines = ({ text }: { text: string }) =>
  text.trim() && (
    <pre>
      <Prose text={text.replace(/^\n+/, '')} />
    </pre>
  )
