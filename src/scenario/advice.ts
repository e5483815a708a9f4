// What a run shows of a bot that no expectation asked for, and that would hurt it in the real service.

import type { Client } from '../client/client.ts'
import type { EventView } from '../contract/events.ts'
import { ignoredNote } from '../describe/call.ts'
import { isNoticed } from './run/noticed.ts'
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
        const first = new Map(findings.toReversed().map((each) => [each.about, each.message]))
        for (const [about, message] of first) note(kind, message, evidence.result.name, about)
      }
    },
    advice: (): Advice[] => [...advices.values()],
  }
}

interface Evidence {
  result: ScenarioResult
  events: readonly EventView[]
}

/** A sentence, or one whose figures differ from case to case, with what it is about. */
type Finding = string | { message: string; about: string }

type Adviser = (evidence: Evidence) => Finding[]

/** Each kind of advice, and how it is noticed in one playing of a scenario. */
const ADVISERS: Readonly<Record<string, Adviser>> = {
  'ignored-retry-after': ignoredRetryAfter,
  'call-after-block': callsAfterBlock,
  'two-pollers': twoPollers,
  'empty-edit': emptyEdits,
  'limit-hit': hitLimits,
  'silent-command': silentCommands,
  'ignored-answer': ignoredAnswers,
  'ignored-parameter': ignoredParameters,
}

/** A refusal with retry_after, and the same call again before that time had passed. */
function ignoredRetryAfter({ result: { calls } }: Evidence): Finding[] {
  return calls.flatMap((refused, i) => {
    const seconds = refused.body.parameters?.retry_after
    if (refused.status !== 429 || seconds === undefined) return []
    const again = calls
      .slice(i + 1)
      .find(
        ({ method, params, at }) =>
          method === refused.method &&
          String(params.chat_id) === String(refused.params.chat_id) &&
          at < refused.at + seconds,
      )
    return again ? [`${again.method} was called again before retry_after (${seconds} s) had passed.`] : []
  })
}

const BLOCKED = 'CID-10'

/** A bot learns of a block by a refusal; after one it can know better. */
function callsAfterBlock({ result: { calls } }: Evidence): Finding[] {
  const refused = calls.filter(({ rule }) => rule === BLOCKED).map(({ params }) => String(params.chat_id))
  return new Set(refused).size < refused.length
    ? ['The bot goes on addressing somebody who has blocked it; remember the refusal.']
    : []
}

const TAKEN_OVER = 'UPD-22'

/** Two programs, or two loops of one, that ask for the same updates end each other's calls. */
function twoPollers({ result: { calls } }: Evidence): Finding[] {
  return calls.some(({ rule }) => rule === TAKEN_OVER)
    ? ['Two getUpdates were open at once: the bot runs twice, or polls twice.']
    : []
}

/** An edit that changes nothing is refused; a bot that compares first saves the call. */
function emptyEdits({ result: { calls } }: Evidence): Finding[] {
  return calls
    .filter(({ body }) => body.description?.endsWith('message is not modified'))
    .map(({ method }) => `${method} was called with what the message said already.`)
}

/** Sends that the service refused because there were too many; an injected fault has no rule. */
function hitLimits({ result: { calls } }: Evidence): Finding[] {
  return calls
    .filter(({ status, rule }) => status === 429 && rule !== undefined)
    .map(({ method, why, rule }) => ({
      message: `${method} ran into a limit: ${why} (${rule}).`,
      // The same limit, met at another moment, is the same advice.
      about: `${method} ${rule}`,
    }))
}

/** A command that the bot has registered, that somebody sent, and that nothing came of: any later call may be the answer. */
function silentCommands({ events, result: { commands } }: Evidence): Finding[] {
  const silent = new Map<unknown, Set<string>>()
  for (const event of events) {
    const { chat } = event
    if (event.type === 'call' && isNoticed(event.call)) silent.delete(chat)
    if (event.type !== 'message' || event.message?.author.is_bot) continue
    const text = event.message?.text ?? ''
    const command = commands.find((each) => new RegExp(`^/${each}(@\\w+)?(\\s|$)`).test(text))
    if (command) silent.set(chat, (silent.get(chat) ?? new Set()).add(command))
  }
  const names = new Set([...silent.values()].flatMap((each) => [...each]))
  return [...names].map((command) => `/${command} is registered, and was sent without any answer.`)
}

/** Operations that the receiver of a webhook names in its answers: the service carries out calls by URL only. */
function ignoredAnswers({ events }: Evidence): Finding[] {
  return events.flatMap((event) =>
    event.type === 'delivery' && event.ignored_operation !== undefined
      ? [`A webhook's answer named ${event.ignored_operation}, which the service ignores; call it by URL.`]
      : [],
  )
}

/** Parameters that the service does not have: the call passes, and nothing comes of them. */
function ignoredParameters({ result: { calls } }: Evidence): Finding[] {
  return calls.flatMap(({ method, ignored = [] }) => ignored.map((param) => `${method}: ${ignoredNote(param)}.`))
}

/** How long a receiver may take to answer a probe. */
const MAX_PROBE_MS = 2000

/** Says if the receiver of a webhook takes a wrong secret. Asks only receivers on this machine, and only if a secret was set. */
export async function probeWebhook(client: Client, bot: string): Promise<string | undefined> {
  const calls = await client.view('/calls', { bot, method: 'setWebhook', ok: true })
  const { url, secret_token } = calls.at(-1)?.params ?? {}
  if (typeof url !== 'string' || !url || !secret_token) return undefined
  const { name, webhook_routes } = await client.view('/service')
  const target = localTarget(url, webhook_routes)
  if (!target) return undefined
  const headers = { 'content-type': 'application/json', [`X-${name}-Bot-Api-Secret-Token`]: 'wrong-on-purpose' }
  try {
    const { ok } = await fetch(target, {
      method: 'POST',
      headers,
      body: JSON.stringify({ update_id: 0 }),
      redirect: 'manual',
      signal: AbortSignal.timeout(MAX_PROBE_MS),
    })
    return ok ? 'The webhook receiver took a delivery with a wrong secret token; compare the header.' : undefined
  } catch {
    return undefined
  }
}

function localTarget(url: string, routes: Record<string, string>): URL | undefined {
  const asked = new URL(url)
  const route = routes[asked.hostname]
  const target = route ? new URL(asked.pathname + asked.search, route) : asked
  return ['127.0.0.1', '[::1]', 'localhost'].includes(target.hostname) ? target : undefined
}
