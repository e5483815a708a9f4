// Serves the emulator's web page: its document, script and style.

import { existsSync, readFileSync } from 'node:fs'
import type { Context } from 'koa'
import { CONTROL_PATH } from '../contract/control-path.ts'
import { Problem } from '../lib/problem.ts'

const ASSETS: Readonly<Record<string, { file: string; type: string }>> = {
  [CONTROL_PATH]: { file: 'index.html', type: 'text/html; charset=utf-8' },
  [`${CONTROL_PATH}/`]: { file: 'index.html', type: 'text/html; charset=utf-8' },
  [`${CONTROL_PATH}/page.js`]: { file: 'page.js', type: 'text/javascript; charset=utf-8' },
  [`${CONTROL_PATH}/page.css`]: { file: 'page.css', type: 'text/css; charset=utf-8' },
}

/**
 * The folders that may contain the built page, relative to this module: the first if the emulator runs from the bundle,
 * the second if it runs from its sources.
 */
const FOLDERS = ['./page/', '../../dist/page/']

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

/** Returns true for the files of the page, which contain no data and therefore need no control token. */
export const isPagePath = (path: string) => Object.hasOwn(ASSETS, path)

const contents = new Map<string, Buffer>()

export function sendPage(ctx: Context) {
  const asset = ASSETS[ctx.path]
  if (!asset) return
  // The document refers to its script and style by relative URLs, so its own URL must end in a slash.
  if (ctx.path === CONTROL_PATH) return ctx.redirect(`${CONTROL_PATH}/`)
  ctx.set({
    'Content-Type': asset.type,
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
  })
  ctx.body = contentOf(asset.file)
}

function contentOf(file: string): Buffer {
  let content = contents.get(file)
  if (!content) {
    const url = FOLDERS.map((folder) => new URL(`${folder}${file}`, import.meta.url)).find((each) => existsSync(each))
    if (!url) throw new Problem('no-page', 'The page is not built.', 'Build it with: npm run build')
    content = readFileSync(url)
    contents.set(file, content)
  }
  return content
}
