// Waits for a bot's call of a certain kind, and at the end of the time tells how near the nearest came.

import * as z from 'zod'
import type { Call, Journal } from './journal.ts'
import { type Comparison, compare, type Difference } from './lib/difference.ts'
import { duration } from './lib/duration.ts'
import { Problem } from './lib/problem.ts'
import { shown } from './lib/shown.ts'
import { viewCall } from './views/calls.ts'
import { botNamed, findUser } from './world/named.ts'
import { sameOne } from './world/same-one.ts'
import type { World } from './world/world.ts'

export const expectation = z.strictObject({
  call: z.string(),
  with: z.record(z.string(), z.unknown()).optional(),
  bot: z.union([z.int(), z.string()]).optional(),
  /** Only calls after this one of the journal. */
  after: z.int().optional(),
  /** Calls of the journal that are none of these. */
  except: z.array(z.int()).optional(),
  within: duration.default(5),
  /** Calls that the service refused count only when this asks for them. */
  ok: z.boolean().default(true),
  result: z.unknown().optional(),
  error: z.string().optional(),
})

export type Expectation = z.output<typeof expectation>

interface Sources {
  world: World
  journal: Journal
}

export async function waitForCall(sources: Sources, query: unknown, signal?: AbortSignal) {
  const parsed = expectation.safeParse(query ?? {})
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const known = Object.keys(expectation.shape).join(', ')
    throw new Problem('invalid-params', `wait: ${issue!.path.join('.')}: ${issue!.message}`, `wait takes ${known}.`)
  }
  const wanted = parsed.data
  if (wanted.bot !== undefined) botNamed(sources.world, wanted.bot)
  const found = firstMatch(sources, wanted) ?? (await nextMatch(sources, wanted, signal))
  if (found) return viewCall(sources.world, found)
  throw noSuchCall(sources, wanted)
}

function firstMatch(sources: Sources, wanted: Expectation): Call | undefined {
  return candidates(sources, wanted).find((call) => !judge(sources.world, wanted, call).difference)
}

function nextMatch({ world, journal }: Sources, wanted: Expectation, signal?: AbortSignal): Promise<Call | undefined> {
  return new Promise((resolve) => {
    const end = (call?: Call) => {
      clearTimeout(timer)
      off()
      signal?.removeEventListener('abort', hungUp)
      resolve(call)
    }
    const hungUp = () => end()
    const timer = setTimeout(end, wanted.within * 1000, undefined)
    const off = journal.onCall((call) => {
      if (isCandidate(world, wanted, call) && !judge(world, wanted, call).difference) end(call)
    })
    signal?.addEventListener('abort', hungUp, { once: true })
  })
}

const candidates = ({ world, journal }: Sources, wanted: Expectation) =>
  journal.since(wanted.after ?? 0).filter((call) => isCandidate(world, wanted, call))

const isCandidate = (world: World, { bot, except }: Expectation, call: Call) =>
  (bot === undefined || call.bot === findUser(world, bot)?.id) && !except?.includes(call.id)

/** What of a call does not agree, if anything. */
function judge(world: World, wanted: Expectation, call: Call): Comparison {
  const body = () => JSON.parse(call.body) as { result?: unknown; description?: string }
  const error = wanted.error !== undefined
  const expected = {
    call: wanted.call,
    ...(!error && { ok: wanted.ok }),
    with: wanted.with ?? {},
    ...(wanted.result !== undefined && { result: wanted.result }),
    ...(error && { error: wanted.error }),
  }
  const actual = {
    call: call.method,
    ok: call.status === 200,
    with: call.params,
    ...(wanted.result !== undefined && { result: body().result }),
    ...(error && { error: body().description }),
  }
  return compare(expected, actual, sameOne(world))
}

function noSuchCall(sources: Sources, wanted: Expectation): Problem {
  const rated = candidates(sources, wanted).map((call) => ({ call, ...judge(sources.world, wanted, call) }))
  const same = rated.filter(({ call }) => call.method === wanted.call)
  const telling = rated.filter(({ call }) => call.method !== 'getUpdates')
  const nearest = (same.length ? same : telling).reduce<(typeof rated)[number] | undefined>(
    (best, each) => (best && best.agreed > each.agreed ? best : each),
    undefined,
  )
  const message = `No call of ${wanted.call} came within ${wanted.within} s.`
  if (!nearest)
    return new Problem('no-such-call', message, 'No call came at all but for updates: is the bot running?', {
      nearest: null,
    })
  const { call, difference } = nearest
  const { path, expected, actual } = difference as Difference
  const because = call.why === undefined ? '' : ` It was refused: ${call.why} (${call.rule}).`
  return new Problem(
    'no-such-call',
    message,
    `The nearest, call ${call.id}, has ${path} ${shown(actual)}, not ${shown(expected)}.${because}`,
    {
      nearest: { call: viewCall(sources.world, call), path, expected, actual: actual ?? null },
    },
  )
}
