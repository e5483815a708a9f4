// The step expectState, which waits until a view shows the expected values.

import { span } from '../../../../control/contract/time.ts'
import { differenceLines, existingKeyLines } from '../../../../control/describe/difference.ts'
import { type Comparison, compare, type Difference } from '../../../../lib/compare/difference.ts'
import { idsByName } from '../../../worlds/handles.ts'
import type { Params } from '../../scenario.ts'
import { FailedStep, type Play } from '../play.ts'

const DEFAULT_SECONDS = 1
/** The interval at which a view is checked again, because some views change with time, without an event. */
const CHECK_AGAIN_MS = 100

export async function expectState(play: Play, params: Params, signal: AbortSignal): Promise<unknown> {
  const { view, with: expected, within = DEFAULT_SECONDS } = params
  const [path = '', search = ''] = String(view).split('?')
  const query = Object.fromEntries(new URLSearchParams(search))
  let difference = {} as Difference
  let shown: unknown
  const outcome = await play.eventStream.until(
    async (again) => {
      const actual = await play.client.view(path, query)
      const comparison = await compareWithIds(play, expected, actual)
      if (!comparison.difference) return { actual }
      difference = comparison.difference
      shown = actual
      again(CHECK_AGAIN_MS)
      return undefined
    },
    { withinMs: span.parse(within) * 1000, signal },
  )
  if (outcome) return outcome.actual
  throw new FailedStep(`${view} does not show the expected values.`, [
    ...differenceLines({ ...difference, path: difference.path || 'the view' }),
    ...existingKeyLines(difference, shown),
  ])
}

/** If the values differ, compares them again with handles and @usernames resolved to ids. */
async function compareWithIds(play: Play, expectedValue: unknown, actualValue: unknown): Promise<Comparison> {
  const comparison = compare(expectedValue, actualValue)
  if (!comparison.difference) return comparison
  const ids = await idsByName(play.client)
  const idOf = (value: unknown) => ids.get(String(value)) ?? value
  const REFERENCES = new Set(['chat_id', 'user_id', 'id'])
  return compare(
    expectedValue,
    actualValue,
    (key, expected, actual) => REFERENCES.has(key) && idOf(expected) === idOf(actual),
  )
}
