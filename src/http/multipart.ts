// Multipart bodies.

import type { Context } from 'koa'
import { koaBody } from 'koa-body'
import { type Refusal, refusal } from '../spec/refusals.ts'

const parse = koaBody({ multipart: true, json: false, urlencoded: false, text: false })

export async function multipartFields(ctx: Context): Promise<Record<string, unknown> | Refusal> {
  // The parser reads the bodies of some methods only; which one came is no matter here.
  ctx.method = 'POST'
  try {
    await parse(ctx, async () => {})
  } catch (error) {
    return refusal('badBody', 'unreadable', { reason: (error as Error).message })
  }
  return { ...(ctx.request as { body?: Record<string, unknown> }).body }
}
