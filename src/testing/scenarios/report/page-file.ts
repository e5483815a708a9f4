// Writes a copy of the page with data inside, which works without an emulator.

import { createHash } from 'node:crypto'
import type { PageData } from '../../../control/contract/page-data.ts'
import { readPageFile } from '../../../lib/package-file.ts'
import { escapeXml, sanitizeLine } from '../../../lib/safe-text.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Escapes JSON for an HTML element, so that the HTML parser finds no entities or tags in the JSON. */
const htmlSafeJson = (value: unknown) =>
  JSON.stringify(value).replace(/[<&]/g, (char) => (char === '<' ? '\\u003c' : '\\u0026'))

/** Returns a page whose content security policy allows only its own script and style, by their hashes. */
export function pageFile(data: PageData): string {
  const script = readPageFile('page.js').toString()
  const style = readPageFile('page.css').toString()
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    'img-src data:',
    'media-src data:',
    `script-src ${hashOf(script)}`,
  ]
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<link rel="icon" href="data:,">
<title>${escapeXml(sanitizeLine(data.title))}</title>
<style>${style}</style>
<body>
<template id="data">${htmlSafeJson(data)}</template>
<script>${script}</script>
</body>
</html>
`
}
