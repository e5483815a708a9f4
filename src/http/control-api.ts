// Serves the control API: everything under /_emulator.

import type { RouterContext } from '@koa/router'
import type { Context, Middleware } from 'koa'
import { asProblem } from '../control/actions/perform.ts'
import { CONTROL_PATH } from '../control/contract/addresses.ts'
import type { Recorder } from '../control/contract/recordings.ts'
import type { Emulator } from '../emulator.ts'
import { Problem } from '../lib/problem.ts'
import { LIMITS } from '../service/rules/limits.ts'
import { BadBody } from './bodies/bad-body.ts'
import { MULTIPART_TYPE, readMultipart } from './bodies/multipart-body.ts'
import { JSON_TYPE, MAX_TEXT_BYTES, parseUrlEncoded, readJson } from './bodies/text-body.ts'
import { receiveReport, streamClock } from './clock-leases.ts'
import { streamEvents } from './event-streams.ts'
import { receiveArchive, sendArchive, sendStoredFile } from './files.ts'
import { isControlPath } from './guard.ts'
import { isPagePath, sendPage } from './page.ts'
import { disconnectSignal, reply, replyProblem } from './reply.ts'
import { Router } from './router.ts'

/** Event streams end when `closing` aborts. */
export function controlApi(
  emulator: Emulator,
  closing: AbortSignal,
  openRecorder: (() => Promise<Recorder>) | undefined,
): Middleware {
  const router = new Router({ prefix: CONTROL_PATH, sensitive: true, strict: true })

  type Answer = (ctx: RouterContext, body: unknown) => unknown
  const get = (path: string, answer: Answer) =>
    router.get(path, async (ctx) => {
      replyResult(ctx, await answer(ctx, undefined))
    })
  const post = (path: string, answer: Answer) =>
    router.post(path, async (ctx) => {
      replyResult(ctx, await answer(ctx, await jsonBody(ctx)))
    })

  get('/health', (ctx) => ({ ...emulator.health(), base_url: `http://${ctx.host}` }))
  get('/actions', emulator.actions)
  router.post('/actions/sendFile', async (ctx, next) => {
    if (!ctx.is(MULTIPART_TYPE)) return next()
    replyResult(ctx, await sendFileFromForm(ctx, emulator))
  })
  post('/actions/:action', (ctx, body) => emulator.perform(ctx.params.action ?? '', body))
  router.get('/events', (ctx) => streamEvents(ctx, emulator, queryOf(ctx), closing))
  post('/wait', (ctx, body) => emulator.wait(body, disconnectSignal(ctx)))
  post('/programs', (_, body) => emulator.reportProgram(body))
  post('/wait-for-idle', (_, body) => emulator.waitForIdle(body))
  router.get('/clock/follow', (ctx) => streamClock(ctx, emulator, queryOf(ctx), closing))
  post('/clock/report', (_, body) => receiveReport(emulator, body))
  if (openRecorder) {
    const idIn = (ctx: RouterContext) => ctx.params.id ?? ''
    post('/recordings', async (_, body) => (await openRecorder()).begin(body))
    get('/recordings/:id', async (ctx) => (await openRecorder()).view(idIn(ctx), queryOf(ctx)))
    post('/recordings/:id/stop', async (ctx) => (await openRecorder()).stop(idIn(ctx)))
    post('/recordings/:id/replay', async (ctx, body) => (await openRecorder()).replay(idIn(ctx), body))
  } else router.all('/recordings{/*rest}', refuseRoute)
  router.get('/export', (ctx) => sendArchive(ctx, emulator, queryOf(ctx).tokens === 'true'))
  router.post('/import', async (ctx) => {
    replyResult(ctx, await receiveArchive(ctx, emulator))
  })
  router.get('/files/:unique_id', (ctx) => sendStoredFile(ctx, emulator.findFile(ctx.params.unique_id ?? '')))
  router.get('/openapi.json', async (ctx) => {
    const { openApiDocument } = await import('../control/openapi/document.ts')
    ctx.body = openApiDocument(`http://${ctx.host}`)
  })
  router.get(['/actions/:action', '/wait', '/import'], (ctx) => {
    throw new Problem('no-such-view', `${ctx.path} takes POST, not GET.`, 'Send the parameters as JSON by POST.')
  })
  get('/{*view}', (ctx) => emulator.view(ctx.path.slice(CONTROL_PATH.length), queryOf(ctx)))

  const routes = router.routes() as Middleware
  return async (ctx, next) => {
    if (!isControlPath(ctx.path)) return next()
    try {
      if (isPagePath(ctx.path) && READING_METHODS.includes(ctx.method)) return sendPage(ctx)
      await routes(ctx, async () => refuseRoute(ctx))
    } catch (error) {
      replyProblem(ctx, asProblem(error))
    }
  }
}

function refuseRoute({ method, path }: Context) {
  throw new Problem('no-such-route', `${method} ${path} does not exist.`, 'GET /_emulator/actions lists the actions.')
}

const READING_METHODS = ['GET', 'HEAD']

const queryOf = (ctx: Context) => parseUrlEncoded(ctx.querystring)

const replyResult = (ctx: Context, value: unknown) =>
  reply(ctx, { status: 200, body: JSON.stringify({ ok: true, result: value ?? null }) })

/** Accepts only application/json, which web pages of other sites cannot send without a CORS preflight. */
async function jsonBody(ctx: Context): Promise<unknown> {
  if (!ctx.is(JSON_TYPE)) {
    const isEmpty = !ctx.req.headers['transfer-encoding'] && !Number(ctx.req.headers['content-length'] ?? 0)
    const received = isEmpty ? 'no body' : `a body of type "${ctx.get('content-type')}"`
    const hint = 'Send {} for an action without parameters.'
    const message = `An action needs a body of type application/json. This request has ${received}.`
    throw new Problem('not-json', message, hint)
  }
  return readJson(ctx).catch((error: unknown) => {
    throw toProblem(error, 'not-json', 'The body is not JSON', 'Send one JSON object.')
  })
}

/**
 * Writes the file to the disk as it arrives. Forms of other sites never get here: refuseForeignRequests() refuses them.
 */
async function sendFileFromForm(ctx: Context, emulator: Emulator): Promise<unknown> {
  const { bytes } = emulator.world
  let folder: string | undefined
  const folderForFiles = () => {
    folder ??= bytes.newUploadFolder()
    return folder
  }
  try {
    const { reply_to, ...params } = await readMultipart(ctx, folderForFiles).catch((error: unknown) => {
      const hint = 'Send a part "file", and each parameter as a field.'
      throw toProblem(error, 'not-multipart', 'The body cannot be read', hint)
    })
    const replyTo = reply_to !== undefined && { reply_to: Number(reply_to) }
    return await emulator.perform('sendFile', { ...params, ...replyTo })
  } finally {
    if (folder !== undefined) await bytes.empty(folder)
  }
}

function toProblem(error: unknown, code: string, message: string, hint: string) {
  if (!(error instanceof BadBody)) return error
  if (error.allowed) {
    const [json, form] = [MAX_TEXT_BYTES, LIMITS.multipartBytes].map((bytes) => bytes / 1024 ** 2)
    const hint = `JSON has at most ${json} MB. Send a larger file as a multipart form, which has at most ${form} MB.`
    return new Problem('too-large', `The body has ${error.message}.`, hint)
  }
  return new Problem(code, `${message}: ${error.message}.`, hint)
}
