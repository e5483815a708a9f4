// Serves the emulator's web page: its document, script and style.

import type { Context } from 'koa'
import { CONTROL_PATH } from '../control/contract/addresses.ts'
import { readPageFile } from '../lib/package-file.ts'

const ASSETS: Readonly<Record<string, { file: Parameters<typeof readPageFile>[0]; type: string }>> = {
  [CONTROL_PATH]: { file: 'index.html', type: 'text/html; charset=utf-8' },
  [`${CONTROL_PATH}/`]: { file: 'index.html', type: 'text/html; charset=utf-8' },
  [`${CONTROL_PATH}/page.js`]: { file: 'page.js', type: 'text/javascript; charset=utf-8' },
  [`${CONTROL_PATH}/page.css`]: { file: 'page.css', type: 'text/css; charset=utf-8' },
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The files of the page contain no data and therefore need no control token. */
export const isPagePath = (path: string) => Object.hasOwn(ASSETS, path)

export function sendPage(ctx: Context) {
  const asset = ASSETS[ctx.path]
  if (!asset) return
  // The address must end in a slash, because the document refers to its script and style by relative URLs.
  if (ctx.path === CONTROL_PATH) return ctx.redirect(`${CONTROL_PATH}/`)
  ctx.set({
    'Content-Type': asset.type,
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
  })
  ctx.body = readPageFile(asset.file)
}
