// Advice on bot behaviour that passes the tests but causes trouble in the real service.

import type { Client } from '../../control/client/client.ts'
import type { EventView } from '../../control/contract/events.ts'
import { hasMetFault, ignoredNote, isNoticeable } from '../../control/describe/call.ts'
import type { Advice, ScenarioResult } from './run/result.ts'

export function createAdvisory() {
  const advices = new Map<string, Advice>()

  function note(kind: string, message: string, scenario?: string, about = message) {
    const key = `${kind} ${about}`
    const before = advices.get(key)
    advices.set(key, { kind, message, scenario, ...before, seen: (before?.seen ?? 0) + 1 })
  }

  return {
    note,
    add(evidence: Evidence) {
      for (const [kind, adviser] of Object.entries(ADVISERS)) {
        const findings = adviser(evidence).map((each) =>
          typeof each === 'string' ? { message: each, about: each } : each,
        )
        const messages = new Map(findings.toReversed().map((each) => [each.about, each.message]))
        for (const [about, message] of messages) note(kind, message, evidence.result.name, about)
      }
    },
    advice: (): Advice[] => [...advices.values()],
  }
}

interface Evidence {
  result: ScenarioResult
  events: readonly EventView[]
}

/** A message of advice. Messages with the same `about` are merged even if the numbers in them differ. */
type PieceOfAdvice = string | { message: string; about: string }

type Adviser = (evidence: Evidence) => PieceOfAdvice[]

const ADVISERS: Readonly<Record<string, Adviser>> = {
  'ignored-retry-after': ignoredRetryAfter,
  'call-after-block': callsAfterBlock,
  'two-pollers': twoPollers,
  'empty-edit': emptyEdits,
  'limit-hit': limitHits,
  'silent-command': silentCommands,
  'ignored-answer': ignoredAnswers,
  'ignored-parameter': ignoredParameters,
}

function ignoredRetryAfter({ result: { calls } }: Evidence): PieceOfAdvice[] {
  return calls.flatMap((refusedCall, i) => {
    const seconds = refusedCall.body.parameters?.retry_after
    if (refusedCall.status !== 429 || seconds === undefined) return []
    const repeated = calls
      .slice(i + 1)
      .find(
        ({ method, params, at }) =>
          method === refusedCall.method &&
          String(params.chat_id) === String(refusedCall.params.chat_id) &&
          at < refusedCall.at + seconds,
      )
    return repeated ? [`${repeated.method} was called again before retry_after (${seconds} s) had passed.`] : []
  })
}

const BLOCKED_RULE = 'CID-10'

function callsAfterBlock({ result: { calls } }: Evidence): PieceOfAdvice[] {
  const refusedChats = calls.filter(({ rule }) => rule === BLOCKED_RULE).map(({ params }) => String(params.chat_id))
  return new Set(refusedChats).size < refusedChats.length
    ? ['The bot keeps sending to a person who has blocked it. Stop after the first refusal.']
    : []
}

const POLL_ENDED_RULE = 'UPD-22'

function twoPollers({ result: { calls } }: Evidence): PieceOfAdvice[] {
  return calls.some(({ rule }) => rule === POLL_ENDED_RULE)
    ? ['Two getUpdates calls were open at once. Run the bot only once, and end each poll before the next one.']
    : []
}

function emptyEdits({ result: { calls } }: Evidence): PieceOfAdvice[] {
  return calls
    .filter(({ body }) => body.description?.endsWith('message is not modified'))
    .map(
      ({ method }) =>
        `${method} was refused, because it changes nothing. Compare the new content with the old content before the call.`,
    )
}

function limitHits({ result: { calls } }: Evidence): PieceOfAdvice[] {
  return calls
    .filter((call) => call.status === 429 && !hasMetFault(call))
    .map(({ method, why, rule }) => ({
      message: `${method} exceeded a limit: ${why} (${rule}).`,
      about: `${method} ${rule}`,
    }))
}

function silentCommands({ events, result: { commands } }: Evidence): PieceOfAdvice[] {
  const silent = new Map<unknown, Set<string>>()
  for (const event of events) {
    const { chat } = event
    if (event.type === 'call' && isNoticeable(event.call)) silent.delete(chat)
    if (event.type !== 'message' || event.message?.author.is_bot) continue
    const text = event.message?.text ?? ''
    const command = commands.find((each) => new RegExp(`^/${each}(@\\w+)?(\\s|$)`).test(text))
    if (command) silent.set(chat, (silent.get(chat) ?? new Set()).add(command))
  }
  const names = new Set([...silent.values()].flatMap((each) => [...each]))
  return [...names].map((command) => `/${command} is registered, but the bot did not answer it.`)
}

function ignoredAnswers({ events }: Evidence): PieceOfAdvice[] {
  return events.flatMap((event) =>
    event.type === 'delivery' && event.ignored_operation !== undefined
      ? [
          `The bot answered a webhook delivery with ${event.ignored_operation}, which the service ignores. Send the call to the bot API instead.`,
        ]
      : [],
  )
}

function ignoredParameters({ result: { calls } }: Evidence): PieceOfAdvice[] {
  return calls.flatMap(({ method, ignored = [] }) => ignored.map((param) => `${method}: ${ignoredNote(param)}.`))
}

const MAX_PROBE_MS = 2000

/** Returns advice if a bot's webhook on this machine accepts a delivery with a wrong secret token. */
export async function probeWebhook(client: Client, bot: string): Promise<string | undefined> {
  const calls = await client.view('/calls', { bot, method: 'setWebhook', ok: true })
  const { url, secret_token } = calls.at(-1)?.params ?? {}
  if (typeof url !== 'string' || !url || !secret_token) return undefined
  const { name, webhook_routes } = await client.view('/service')
  const target = localTarget(url, webhook_routes)
  if (!target) return undefined
  const header = `X-${name}-Bot-Api-Secret-Token`
  const headers = { 'content-type': 'application/json', [header]: 'wrong-on-purpose' }
  try {
    const { ok } = await fetch(target, {
      method: 'POST',
      headers,
      body: JSON.stringify({ update_id: 0 }),
      redirect: 'manual',
      signal: AbortSignal.timeout(MAX_PROBE_MS),
    })
    return ok
      ? `The webhook receiver accepted a delivery with a wrong secret token. Compare ${header} with your secret_token.`
      : undefined
  } catch {
    return undefined
  }
}

function localTarget(url: string, routes: Record<string, string>): URL | undefined {
  const requestedUrl = new URL(url)
  const route = routes[requestedUrl.hostname]
  const target = route ? new URL(requestedUrl.pathname + requestedUrl.search, route) : requestedUrl
  return ['127.0.0.1', '[::1]', 'localhost'].includes(target.hostname) ? target : undefined
}
