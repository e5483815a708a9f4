// The emulator's own door, for people and tools: everything under /_emulator.

import type { Context, Middleware } from 'koa'
import { CONTROL_PATH } from '../contract/control-path.ts'
import type { Emulator } from '../emulator.ts'
import type { LongText } from '../lib/long-text.ts'
import { Problem } from '../lib/problem.ts'
import { receiveArchive, sendArchive } from './archive-body.ts'
import { BadBody } from './bodies/bad-body.ts'
import { firstOfEach } from './bodies/first-of-each.ts'
import { JSON_TYPE, jsonReader } from './bodies/read-body.ts'
import { requireShortTexts } from './bodies/short-texts.ts'
import { withoutLongTexts } from './bodies/without-long-texts.ts'
import { streamEvents } from './event-stream.ts'
import { hangUp } from './hang-up.ts'
import { replyProblem } from './reply-problem.ts'
import { Router } from './router.ts'
import { sendStoredFile } from './send-stored-file.ts'
import { sendView } from './send-view.ts'

/** What is left when the bytes of a file are set aside. */
const readJson = jsonReader(16 * 1024 * 1024)

export const isControl = (path: string) => path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`)

/** Event streams end when `closing` says so. */
export function controlApi(emulator: Emulator, closing: AbortSignal): Middleware {
  const router = new Router({ prefix: CONTROL_PATH, sensitive: true, strict: true })

  router.get('/health', (ctx) => {
    ctx.body = result({ ...emulator.health(), base_url: `http://${ctx.host}` })
  })
  router.get('/actions', (ctx) => {
    ctx.body = result(emulator.actions())
  })
  router.post('/actions/:action', async (ctx) => {
    const { body, fileText } = await jsonBody(ctx)
    ctx.body = result(await emulator.perform(ctx.params.action ?? '', body, fileText))
  })
  router.get('/events', (ctx) => streamEvents(ctx, emulator, queryOf(ctx), closing))
  router.post('/wait', async (ctx) => {
    const { body } = await jsonBody(ctx)
    ctx.body = result(await emulator.wait(body, hangUp(ctx)))
  })
  router.get('/export', (ctx) => sendArchive(ctx, emulator, queryOf(ctx).tokens === 'true'))
  router.post('/import', async (ctx) => {
    ctx.body = result(await receiveArchive(ctx, emulator))
  })
  router.get('/files/:unique_id', (ctx) => sendStoredFile(ctx, emulator.fileNamed(ctx.params.unique_id ?? '')))
  router.get('/openapi.json', async (ctx) => {
    const { openApiDocument } = await import('../openapi/document.ts')
    ctx.body = openApiDocument(`http://${ctx.host}`)
  })
  router.get(['/actions/:action', '/wait', '/import'], (ctx) => {
    throw new Problem('no-such-view', `GET shows nothing of ${ctx.path}.`, 'Send what it takes by POST.')
  })
  router.get('/{*view}', (ctx) => {
    sendView(ctx, emulator.look(ctx.path.slice(CONTROL_PATH.length), queryOf(ctx)))
  })

  const routes = router.routes() as Middleware
  return async (ctx, next) => {
    if (!isControl(ctx.path)) return next()
    try {
      await routes(ctx, async () => {
        throw new Problem('no-such-route', `There is no ${ctx.method} ${ctx.path}.`, 'Look at GET /_emulator/actions.')
      })
    } catch (error) {
      replyProblem(ctx, error instanceof Problem ? error : internal(error))
    }
  }
}

function internal(error: unknown): Problem {
  const said = error instanceof Error ? error.message : String(error)
  return new Problem(
    'internal',
    `Something broke inside: ${said}.`,
    'This is a mistake of bot-emulator; please report it.',
  )
}

function queryOf(ctx: Context): Record<string, string> {
  try {
    return firstOfEach(ctx.querystring)
  } catch (error) {
    if (!(error instanceof BadBody)) throw error
    throw new Problem('invalid-params', `The query cannot be read: ${error.message}.`, 'Ask for less at once.')
  }
}

const result = (value: unknown) => ({ ok: true, result: value ?? null })

/** Only JSON: a form on a web page cannot send it without asking first. */
async function jsonBody(ctx: Context): Promise<{ body: unknown; fileText?: LongText }> {
  if (!ctx.is(JSON_TYPE)) {
    const empty = !ctx.req.headers['transfer-encoding'] && !Number(ctx.req.headers['content-length'] ?? 0)
    const said = empty ? 'no body' : `"${ctx.get('content-type')}"`
    throw new Problem(
      'not-json',
      `An action takes a body of type application/json, and got ${said}.`,
      'Send {} where there is nothing to say.',
    )
  }
  const { rest, longTexts } = withoutLongTexts(ctx.req)
  try {
    const body = await readJson(ctx, rest)
    return { body, fileText: requireShortTexts(body, longTexts) }
  } catch (error) {
    if (!(error instanceof BadBody)) throw error
    if (error.allowed) throw new Problem('too-large', 'The body is too large.', 'Send less at once.')
    throw new Problem('not-json', `The body is no JSON: ${error.message}.`, 'Send one JSON object.')
  }
}
