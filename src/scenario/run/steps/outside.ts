// run and http: a command, and a request to an address that the bot or its helpers serve.

import { shown } from '../../../describe/text.ts'
import { timerMs } from '../../../lib/clock.ts'
import { createChanges, waitUntil } from '../../../lib/wait-until.ts'
import { HTTP_METHODS, type Params } from '../../scenario.ts'
import { startBot } from '../bot/bot-process.ts'
import { FailedStep, newestCall, type Play } from '../play.ts'
import { patienceOf } from './patience.ts'

const LAST_LINES = 20

/** Runs a command that has to end well, in the environment of the bot. */
export async function runCommand(play: Play, params: Params, signal: AbortSignal): Promise<string> {
  const { command } = params
  const { seconds } = patienceOf(play, params)
  const process = startBot({ command: String(command), env: play.env })
  const { wake, subscribe } = createChanges()
  void process.ended.then(wake)
  try {
    const ended = await waitUntil(process.ending, { subscribe, withinMs: seconds * 1000, signal })
    const output = process.output()
    if (!ended) throw new FailedStep(`${command} did not end within ${seconds} s.`, output.slice(-LAST_LINES))
    const how = ended.signal ? `by ${ended.signal}` : `with code ${ended.code}`
    if (ended.code !== 0) throw new FailedStep(`${command} ended ${how}.`, output.slice(-LAST_LINES))
    return output.join('\n')
  } finally {
    await process.stop()
  }
}

const BEST_BELOW = 300
const ADDRESS = 'An address is written http://127.0.0.1:$PORT/hook.'

/** Sends a request, and checks the status of its answer. */
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
