// Serves the documentation and the JSON schema of scenario files as resources.

import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { McpServer } from '@modelcontextprotocol/server'
import { findPackageFile } from '../lib/package-file.ts'
import { commandProblem } from './run-command.ts'
import type { Host } from './tool.ts'

const SCHEME = 'bot-emulator://'
const SCHEMA = 'scenario.schema.json'

export function registerResources(server: McpServer, host: Host) {
  for (const path of documents()) {
    server.registerResource(path, SCHEME + path, { mimeType: 'text/markdown' }, async ({ href }) => ({
      contents: [{ uri: href, mimeType: 'text/markdown', text: await readFile(findPackageFile(path) ?? path, 'utf8') }],
    }))
  }
  const config = { mimeType: 'application/json', description: 'The JSON schema of a scenario file.' }
  server.registerResource(SCHEMA, SCHEME + SCHEMA, config, async ({ href }, { mcpReq: { signal } }) => {
    const result = await host.run(['schema'], { signal, report() {} })
    if (result.code !== 0) throw commandProblem(result)
    return { contents: [{ uri: href, mimeType: 'application/json', text: result.stdout }] }
  })
}

function documents(): string[] {
  const folder = findPackageFile('docs')
  const pages = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.md'))
  return ['SKILL.md', ...pages.map((name) => `docs/${name}`)]
}
