// A bot's call as a curl command, ready to paste.

import type { State } from '../state/state.ts'
import type { Entry } from './entry.ts'

export function curlFor({ bots, url }: State, { call, bot }: Entry & { kind: 'call' }): string {
  const { method, params } = call
  const token = bots.find((one) => one.handle === bot)?.token ?? '<token>'
  const target = quoted(`${url}/bot${token}/${method}`)
  if (!Object.keys(params).length) return `curl ${target}`
  return `curl ${target} -H 'content-type: application/json' -d ${quoted(JSON.stringify(params))}`
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
