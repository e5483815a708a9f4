// http: a request to what a bot serves, or to whatever belongs to it.

import { timerMs } from '../../../lib/clock.ts'
import { shown } from '../../../lib/compare/shown.ts'
import { HTTP_METHODS, type Params } from '../../scenario.ts'
import { FailedStep } from '../failed-step.ts'
import { newestCall, type Play } from '../play.ts'
import { patienceOf } from './patience.ts'

const BEST_BELOW = 300
const ADDRESS = 'An address is written http://127.0.0.1:$PORT/hook.'

export async function sendRequest(play: Play, params: Params, signal: AbortSignal): Promise<unknown> {
  const method = HTTP_METHODS.find((each) => params[each] !== undefined) ?? 'get'
  const url = String(params[method])
  if (!URL.canParse(url)) throw new FailedStep(`"${url}" is no address.`, [ADDRESS])
  const { json, body, headers, expect: wanted } = params
  const { seconds } = patienceOf(play, params)
  play.turn = await newestCall(play)
  const answered = fetch(url, {
    method: method.toUpperCase(),
    headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...Object(headers) },
    ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined && { body: String(body) }),
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timerMs(seconds))]),
  }).then(async (answer) => ({ status: answer.status, said: answer.headers, text: await answer.text() }))
  const { status, said, text } = await answered.catch((error: Error) => {
    signal.throwIfAborted()
    const cause = error.cause instanceof Error ? error.cause.message : error.message
    throw new FailedStep(`${url} did not answer.`, [cause])
  })
  const isFine = wanted === undefined ? status < BEST_BELOW : status === wanted
  if (!isFine) throw new FailedStep(`${url} answered ${status}, not ${wanted ?? '200'}.`, [shown(text)])
  return { status, headers: Object.fromEntries(said), body: jsonIn(text) }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
