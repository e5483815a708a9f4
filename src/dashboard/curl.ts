// A bot's call as a curl command, ready to paste.

import type { CallView } from '../contract/traffic.ts'

export function curlOf({ method, params }: CallView, url: string, token: string): string {
  const target = quoted(`${url}/bot${token}/${method}`)
  if (!Object.keys(params).length) return `curl ${target}`
  return `curl ${target} -H 'content-type: application/json' -d ${quoted(JSON.stringify(params))}`
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
