// The lock file installs without a compiler, and names no place to download from.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const TEXT = readFileSync('package-lock.json', 'utf8')

it('says that better-sqlite3 is not compiled: npm writes the entry anew without it, and npm 10 then calls node-gyp', () => {
  const { packages } = JSON.parse(TEXT)
  expect(packages['node_modules/better-sqlite3']).toMatchObject({ gypfile: false })
  expect(JSON.parse(readFileSync('package.json', 'utf8')).allowScripts).toMatchObject({ 'better-sqlite3': false })
})

it('has no addresses', () => expect(TEXT).not.toMatch(/"resolved"|https?:\/\/registry/))
