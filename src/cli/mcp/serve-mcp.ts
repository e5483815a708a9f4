// Serves tools and documentation to coding agents: Model Context Protocol on stdin and stdout.

import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { McpServer, type ServerContext } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { findPackageFile } from '../../lib/package-file.ts'
import { Problem, problemText } from '../../lib/problem.ts'
import { VERSION } from '../../lib/version.ts'
import { stopAllPrograms } from '../../testing/programs/program.ts'
import { endProcessBy, onStopSignal } from '../stop-signals.ts'
import { DATA_NOTE } from './answer-text.ts'
import { createHost, type Host, type McpOptions } from './host.ts'
import type { Tool, ToolCall } from './tool.ts'
import { TOOLS } from './tools/index.ts'

const INSTRUCTIONS = `An emulator of a messenger's bot API. Begin with \`status\`, or with \`start\` if no emulator runs. Talk to a bot with \`say\`. Find refused calls with \`calls\`. Resources: the documentation, and the schema of scenarios. ${DATA_NOTE}`

export function serveMcp(options: McpOptions) {
  const host = createHost(options)
  const disconnected = new AbortController()
  // The emulator of the tool `start` and the bots of `test` and `explore` end with the connection.
  const end = () => {
    disconnected.abort()
    void host.stop()
  }
  process.stdin.once('end', end)
  onStopSignal((signal) => {
    end()
    void stopAllPrograms().finally(() => endProcessBy(signal))
  })
  return serveStdio(() => {
    const server = new McpServer({ name: 'bot-emulator', version: VERSION }, { instructions: INSTRUCTIONS })
    for (const tool of TOOLS) register(server, tool, host, disconnected.signal)
    registerResources(server)
    return server
  })
}

function register(
  server: McpServer,
  { name, description, params, hints, answer }: Tool,
  host: Host,
  disconnected: AbortSignal,
) {
  server.registerTool(name, { description, inputSchema: params, annotations: hints }, async (input, context) => {
    try {
      return textResult(await answer(host, input, toolCall(context, disconnected)))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { ...textResult(problemText(error)), isError: true }
    }
  })
}

/** Creates the `ToolCall` of a request. Reports are sent to the client if it asked for progress. */
function toolCall({ mcpReq: { signal, notify, _meta } }: ServerContext, disconnected: AbortSignal): ToolCall {
  const progressToken = _meta?.progressToken
  let progress = 0
  return {
    signal: AbortSignal.any([signal, disconnected]),
    report(message) {
      if (progressToken === undefined) return
      progress++
      const params = { progressToken, progress, message }
      notify({ method: 'notifications/progress', params }).catch(() => {})
    },
  }
}

const textResult = (text: string) => ({ content: [{ type: 'text' as const, text }] })

const SCHEME = 'bot-emulator://'
const SCHEMA = 'scenario.schema.json'

function registerResources(server: McpServer) {
  for (const path of documents()) {
    server.registerResource(path, SCHEME + path, { mimeType: 'text/markdown' }, async ({ href }) => ({
      contents: [{ uri: href, mimeType: 'text/markdown', text: await readFile(findPackageFile(path) ?? path, 'utf8') }],
    }))
  }
  const config = { mimeType: 'application/json', description: 'The JSON schema of a scenario file.' }
  server.registerResource(SCHEMA, SCHEME + SCHEMA, config, async ({ href }) => {
    const { schemaText } = await import('../commands/schema.ts')
    return { contents: [{ uri: href, mimeType: 'application/json', text: schemaText() }] }
  })
}

function documents(): string[] {
  const folder = findPackageFile('docs')
  const pages = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.md'))
  return ['SKILL.md', ...pages.map((name) => `docs/${name}`)]
}
