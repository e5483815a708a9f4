// The scenario steps `run` and `http`: a command of the shell, and an HTTP request.

import { endingText } from '../../../../control/describe/program.ts'
import { timerMs } from '../../../../lib/clock.ts'
import { describeValue } from '../../../../lib/safe-text.ts'
import { parseJson } from '../../../../lib/text.ts'
import { createChanges, waitUntil } from '../../../../lib/wait-until.ts'
import { startProgram } from '../../../programs/program.ts'
import { HTTP_METHODS, type Params } from '../../scenario.ts'
import { FailedStep, noteAction, type Play } from '../play.ts'
import { waitLimitOf } from './wait-for-bot.ts'

const LAST_LINES = 20

export async function runCommand(play: Play, params: Params, signal: AbortSignal): Promise<string> {
  const { command } = params
  const { seconds } = waitLimitOf(play, params)
  const process = startProgram({ command: String(command), env: play.env })
  const { wake, subscribe } = createChanges()
  void process.ended.then(wake)
  try {
    const processEnding = await waitUntil(process.ending, { subscribe, withinMs: seconds * 1000, signal })
    const output = process.output()
    if (processEnding?.code === 0) return output.join('\n')
    const how = processEnding ? `ended ${endingText(processEnding)}` : `did not end within ${seconds} s`
    throw new FailedStep(`${command} ${how}.`, output.slice(-LAST_LINES))
  } finally {
    await process.stop()
  }
}

const SUCCESS_BELOW = 300
const ADDRESS_HINT = 'Write a URL such as http://127.0.0.1:$PORT/hook.'

export async function sendRequest(play: Play, params: Params, signal: AbortSignal): Promise<unknown> {
  const method = HTTP_METHODS.find((each) => params[each] !== undefined) ?? 'get'
  const url = String(params[method])
  if (!URL.canParse(url)) throw new FailedStep(`"${url}" is not a URL.`, [ADDRESS_HINT])
  const { json, body, headers, expect: expectedStatus } = params
  const { seconds } = waitLimitOf(play, params)
  await noteAction(play)
  const response = fetch(url, {
    method: method.toUpperCase(),
    headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...Object(headers) },
    ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined && { body: String(body) }),
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timerMs(seconds))]),
  }).then(async (answer) => ({ status: answer.status, responseHeaders: answer.headers, text: await answer.text() }))
  const { status, responseHeaders, text } = await response.catch((error: Error) => {
    signal.throwIfAborted()
    const cause = error.cause instanceof Error ? error.cause.message : error.message
    throw new FailedStep(`${url} did not answer.`, [cause])
  })
  const isExpectedStatus = expectedStatus === undefined ? status < SUCCESS_BELOW : status === expectedStatus
  if (!isExpectedStatus)
    throw new FailedStep(`${url} answered ${status}, not ${expectedStatus ?? '200'}.`, [describeValue(text)])
  const parsedBody = parseJson(text)
  return { status, headers: Object.fromEntries(responseHeaders), body: parsedBody === undefined ? text : parsedBody }
}
