#!/usr/bin/env node
// Checks the version of Node and the build, then loads the program. Node 12 must be able to parse this file.

// biome-ignore lint/style/useNodejsImportProtocol: an old Node does not know `node:`
import { existsSync, readFileSync } from 'fs'

const EXIT_UNREACHABLE = 3
const PROGRAM = new URL('../dist/cli.js', import.meta.url)

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const needed = engines.node.replace('>=', '')
const { node } = process.versions

if (isOlder(node, needed)) {
  const found = `bot-emulator needs Node ${needed} or newer, and this is Node ${node}.`
  fail(`${found} Install a newer Node; in a project: npm install --save-dev node@24`)
} else load().catch(explainMissing)

function isOlder(version, other) {
  const [major, minor] = version.split('.').map(Number)
  const [otherMajor, otherMinor = 0] = other.split('.').map(Number)
  return major < otherMajor || (major === otherMajor && minor < otherMinor)
}

async function load() {
  const { default: module } = await import('node:module')
  if (module.enableCompileCache) module.enableCompileCache()
  await import('../dist/cli.js')
}

function explainMissing(error) {
  if (!/MODULE_NOT_FOUND$/.test(error.code)) throw error
  if (existsSync(PROGRAM)) fail(`${error.message.split('\n')[0]}. Install bot-emulator anew; in a clone: npm ci`)
  else fail('bot-emulator is not built: dist/cli.js is missing. Build it with: npm ci && npm run build')
}

function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exitCode = EXIT_UNREACHABLE
}
