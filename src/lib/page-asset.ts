// Reads the built files of the page: its document, script and style.

import { existsSync, readFileSync } from 'node:fs'
import { Problem } from './problem.ts'

/** The built page beside the bundle, and for the sources. */
const FOLDERS = ['./page/', '../../dist/page/']

const contents = new Map<string, Buffer>()

export function readPageAsset(file: 'index.html' | 'page.js' | 'page.css'): Buffer {
  let content = contents.get(file)
  if (!content) {
    const url = FOLDERS.map((folder) => new URL(`${folder}${file}`, import.meta.url)).find((each) => existsSync(each))
    if (!url) throw new Problem('no-page', 'The page is not built.', 'Build it with: npm run build')
    content = readFileSync(url)
    contents.set(file, content)
  }
  return content
}
