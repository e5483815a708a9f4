// expectState: a view of the world shows what is expected, now or soon.

import { differenceLines } from '../../../contract/difference.ts'
import { span } from '../../../contract/time.ts'
import { type Comparison, compare, type Difference } from '../../../lib/compare/difference.ts'
import type { Params } from '../../scenario.ts'
import { idsByName } from '../../world-of.ts'
import { FailedStep, type Play } from '../play.ts'

const USUAL_SECONDS = 1
/** Some views change with time alone, without an event. */
const LOOK_AGAIN_MS = 100

export async function expectState(play: Play, params: Params, signal: AbortSignal): Promise<unknown> {
  const { view, with: wanted, within = USUAL_SECONDS } = params
  const [path = '', search = ''] = String(view).split('?')
  const query = Object.fromEntries(new URLSearchParams(search))
  let difference = {} as Difference
  const outcome = await play.followed.until(
    async (again) => {
      const seen = await play.client.view(path, query)
      const judged = await compared(play, wanted, seen)
      if (!judged.difference) return { seen }
      difference = judged.difference
      again(LOOK_AGAIN_MS)
      return undefined
    },
    { withinMs: span.parse(within) * 1000, signal },
  )
  if (outcome) return outcome.seen
  throw new FailedStep(`${view} does not show it.`, details(difference))
}

function details({ path, expected, actual }: Difference): string[] {
  return differenceLines(path || 'it', actual, expected).map((line) => `  ${line}`)
}

/** Compares plain values, and if they differ, names as the ids behind them. */
async function compared(play: Play, wanted: unknown, seen: unknown): Promise<Comparison> {
  const plain = compare(wanted, seen)
  if (!plain.difference) return plain
  const ids = await idsByName(play.client)
  const idOf = (value: unknown) => ids.get(String(value)) ?? value
  const REFERENCES = new Set(['chat_id', 'user_id', 'id'])
  return compare(wanted, seen, (key, expected, actual) => REFERENCES.has(key) && idOf(expected) === idOf(actual))
}
