// Announces on stdout, in one write, that the emulator is ready.

import { CONTROL_PATH } from '../../control/contract/addresses.ts'
import type { Emulator } from '../../emulator.ts'
import { safeJson } from '../../lib/safe-text.ts'
import { otherCaseOf } from '../../service/rules/operation-names.ts'
import { print } from '../print/print.ts'
import { retryText, webhooksWaitingForClock } from '../traffic/notations.ts'

const LOCAL_WEBHOOKS_NOTE =
  'webhooks: http, any port and addresses of this machine are allowed (--allow-local-webhooks)'
const CLIENT_FIELDS_NOTE =
  'client fields: videos, audio files, chat members and getChat have extra fields that strict client libraries require, and reply_parameters works (--client-fields)'

const AGENT_VARIABLES = ['AI_AGENT', 'AGENT', 'CLAUDECODE']
const AGENT_NOTE = 'Coding agents: read SKILL.md in the package, or run npx bot-emulator mcp for tools.'

/** `database` is null for a world in memory. */
export function announce(
  emulator: Emulator,
  { url, database, json }: { url: string; database: string | null; json: boolean },
) {
  const { world } = emulator
  const { lenient } = world.service
  const bots = world.store.bots.all().map(({ handle, username, token }) => ({ handle, username, token }))
  if (json) {
    process.stdout.write(`${safeJson({ event: 'listening', url, bots, database })}\n`)
    return
  }
  print(
    `Listening at ${url}`,
    ...bots.map(({ handle, token }) => `bot ${handle}: token ${token}`),
    ...(world.service.allow_local_webhooks ? [LOCAL_WEBHOOKS_NOTE] : []),
    ...webhooksWaitingForClock(emulator).map(({ handle, seconds }) => `bot ${handle}: webhook, ${retryText(seconds)}`),
    ...(world.service.client_fields ? [CLIENT_FIELDS_NOTE] : []),
    ...lenientLines(lenient),
    `world: ${database ?? 'in memory, not saved'}`,
    `Point a bot at it: its API root is ${url}, so that it calls ${url}/bot<token>/getMe`,
    `Open ${url}${CONTROL_PATH}/ in a browser to play the people`,
    ...(AGENT_VARIABLES.some((name) => process.env[name]) ? [AGENT_NOTE] : []),
  )
}

function lenientLines(names: readonly string[]): string[] {
  const missing = names.filter((name) => !otherCaseOf(name))
  const spellings = names.filter((name) => otherCaseOf(name))
  return [
    ...(missing.length ? [`lenient: calls of ${missing.join(', ')} return true without an effect (--lenient)`] : []),
    ...spellings.map((name) => `lenient: a call of ${name} runs the operation ${otherCaseOf(name)} (--lenient)`),
  ]
}
