// A call as a command of a shell.

import type { CallView } from '../../control/contract/traffic.ts'
import type { Model } from './model.ts'

export function curlOf({ bots, url }: Pick<Model, 'bots' | 'url'>, { bot, method, params }: CallView): string {
  const token = bots.peek().find(({ handle }) => handle === bot)?.token ?? '<token>'
  const body = JSON.stringify(params).replaceAll("'", String.raw`'\''`)
  return `curl '${url.peek()}/bot${token}/${method}' -H 'content-type: application/json' -d '${body}'`
}
