// Advice on bot behaviour that passes the tests but causes trouble in the real service.

import type { Client } from '../../control/client/client.ts'
import type { EventView } from '../../control/contract/events.ts'
import type { CallView } from '../../control/contract/traffic.ts'
import { hasMetFault, ignoredNote, isNoticeable } from '../../control/describe/call.ts'
import type { Advice, ScenarioResult } from './run/result.ts'

/** Adds advice, unless there is some about the same: then it was seen more often. */
export function addAdvice(all: Map<string, Advice>, advice: Advice, about = advice.message) {
  const key = `${advice.kind} ${about}`
  const before = all.get(key)
  all.set(key, { ...advice, ...before, seen: (before?.seen ?? 0) + advice.seen })
}

export function createAdvisory() {
  const advices = new Map<string, Advice>()

  const note = (kind: string, message: string, scenario?: string, about?: string) =>
    addAdvice(advices, { kind, message, scenario, seen: 1 }, about)

  return {
    note,
    add(evidence: Evidence) {
      for (const [kind, adviser] of Object.entries(ADVISERS)) {
        const pieces = Map.groupBy(adviser(evidence), (each) => (typeof each === 'string' ? each : each.about))
        for (const [about, [piece = '']] of pieces)
          note(kind, typeof piece === 'string' ? piece : piece.message, evidence.result.name, about)
      }
    },
    advice: (): Advice[] => [...advices.values()],
  }
}

interface Evidence {
  result: ScenarioResult
  events: readonly EventView[]
}

/** Returns messages of advice. Messages with the same `about` are merged even if the numbers in them differ. */
type Adviser = (evidence: Evidence) => (string | { message: string; about: string })[]

const BLOCKED_RULE = 'CID-10'
const POLL_ENDED_RULE = 'UPD-22'

const ADVISERS: Readonly<Record<string, Adviser>> = {
  'ignored-retry-after': ({ result: { calls } }) =>
    calls.flatMap((refused, i) => {
      const seconds = refused.status === 429 ? refused.body.parameters?.retry_after : undefined
      const isRepeated = ({ method, params, at }: CallView) =>
        method === refused.method &&
        String(params.chat_id) === String(refused.params.chat_id) &&
        at < refused.at + (seconds ?? 0)
      return seconds !== undefined && calls.slice(i + 1).some(isRepeated)
        ? `${refused.method} was called again before retry_after (${seconds} s) had passed.`
        : []
    }),
  'call-after-block': ({ result: { calls } }) => {
    const chats = calls.filter(({ rule }) => rule === BLOCKED_RULE).map(({ params }) => String(params.chat_id))
    return new Set(chats).size < chats.length
      ? ['The bot keeps sending to a person who has blocked it. Stop after the first refusal.']
      : []
  },
  'two-pollers': ({ result: { calls } }) =>
    calls.some(({ rule }) => rule === POLL_ENDED_RULE)
      ? ['Two getUpdates calls were open at once. Run the bot only once, and end each poll before the next one.']
      : [],
  'empty-edit': ({ result: { calls } }) =>
    calls
      .filter(({ body }) => body.description?.endsWith('message is not modified'))
      .map(
        ({ method }) =>
          `${method} was refused, because it changes nothing. Compare the new content with the old content before the call.`,
      ),
  'limit-hit': ({ result: { calls } }) =>
    calls
      .filter((call) => call.status === 429 && !hasMetFault(call))
      .map(({ method, why, rule }) => ({
        message: `${method} exceeded a limit: ${why} (${rule}).`,
        about: `${method} ${rule}`,
      })),
  'silent-command': ({ events, result: { commands } }) =>
    [...silentCommands(events, commands)].map((command) => `/${command} is registered, but the bot did not answer it.`),
  'ignored-answer': ({ events }) =>
    events.flatMap((event) =>
      event.type === 'delivery' && event.ignored_operation !== undefined
        ? `The bot answered a webhook delivery with ${event.ignored_operation}, which the service ignores. Send the call to the bot API instead.`
        : [],
    ),
  'ignored-parameter': ({ result: { calls } }) =>
    calls.flatMap(({ method, ignored = [] }) => ignored.map((param) => `${method}: ${ignoredNote(param)}.`)),
}

function silentCommands(events: readonly EventView[], commands: readonly string[]): Set<string> {
  const silent = new Map<unknown, Set<string>>()
  for (const event of events) {
    const { chat } = event
    if (event.type === 'call' && isNoticeable(event.call)) silent.delete(chat)
    if (event.type !== 'message' || event.message?.author.is_bot) continue
    const text = event.message?.text ?? ''
    const command = commands.find((each) => new RegExp(`^/${each}(@\\w+)?(\\s|$)`).test(text))
    if (command) silent.set(chat, (silent.get(chat) ?? new Set()).add(command))
  }
  return new Set([...silent.values()].flatMap((each) => [...each]))
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
