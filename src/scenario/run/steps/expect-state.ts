// expectState: a view of the world shows what is expected, now or soon.

import { span } from '../../../contract/time.ts'
import { stopwatch } from '../../../lib/clock.ts'
import { type Comparison, compare, type Difference } from '../../../lib/compare/difference.ts'
import { differenceLines } from '../../../lib/compare/shown.ts'
import type { Params } from '../../scenario.ts'
import { everybody } from '../../world-of.ts'
import { FailedStep } from '../failed-step.ts'
import type { Play } from '../play.ts'
import { sleep } from '../sleep.ts'

const USUAL_SECONDS = 1
const LOOK_AGAIN_MS = 10

export async function expectState(play: Play, params: Params, signal: AbortSignal): Promise<unknown> {
  const { view, with: wanted, within = USUAL_SECONDS } = params
  const [path = '', search = ''] = String(view).split('?')
  const query = Object.fromEntries(new URLSearchParams(search))
  const patienceMs = span.parse(within) * 1000
  const elapsed = stopwatch()
  for (;;) {
    const seen = await play.client.view(path, query)
    const { difference } = await judged(play, wanted, seen)
    if (!difference) return seen
    if (elapsed() >= patienceMs) throw new FailedStep(`${view} does not show it.`, details(difference))
    await sleep(LOOK_AGAIN_MS, signal)
  }
}

function details({ path, expected, actual }: Difference): string[] {
  return differenceLines(path || 'it', actual, expected).map((line) => `  ${line}`)
}

/** Where plain values do not agree, names of the same one may. */
async function judged(play: Play, wanted: unknown, seen: unknown): Promise<Comparison> {
  const plain = compare(wanted, seen)
  if (!plain.difference) return plain
  const ids = await idsByName(play)
  const idOf = (value: unknown) => ids.get(String(value)) ?? value
  const REFERENCES = new Set(['chat_id', 'user_id', 'id'])
  return compare(wanted, seen, (key, expected, actual) => REFERENCES.has(key) && idOf(expected) === idOf(actual))
}

async function idsByName({ client }: Play): Promise<Map<string, number>> {
  const all = await everybody(client)
  return new Map(
    all.flatMap(({ id, handle, username }) => [
      [handle, id] as const,
      ...(username ? [[`@${username}`, id] as const] : []),
    ]),
  )
}
