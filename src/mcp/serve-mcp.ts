// Serves the tools to coding agents: Model Context Protocol on stdin and stdout.

import { McpServer, type ServerContext } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { Problem, problemText } from '../lib/problem.ts'
import { DATA_NOTE } from './answer-text.ts'
import { createHost, type HostOptions } from './host.ts'
import { registerResources } from './resources.ts'
import type { Host, Tool, ToolCall } from './tool.ts'
import { TOOLS } from './tools/index.ts'

const INSTRUCTIONS = `An emulator of a messenger's bot API. Begin with \`status\`, or with \`start\` if no emulator runs. Talk to a bot with \`say\`. Find refused calls with \`calls\`. Resources: the documentation, and the schema of scenarios. ${DATA_NOTE}`

export function serveMcp(version: string, options: HostOptions) {
  const host = createHost(options)
  // Stops the emulator of the tool `start` when the client disconnects. Otherwise it would keep this process alive.
  process.stdin.once('end', () => void host.stop())
  return serveStdio(() => {
    const server = new McpServer({ name: 'bot-emulator', version }, { instructions: INSTRUCTIONS })
    for (const tool of TOOLS) register(server, tool, host)
    registerResources(server, host)
    return server
  })
}

function register(server: McpServer, { name, description, params, hints, answer }: Tool, host: Host) {
  server.registerTool(name, { description, inputSchema: params, annotations: hints }, async (input, context) => {
    try {
      return textResult(await answer(host, input, toolCall(context)))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { ...textResult(problemText(error)), isError: true }
    }
  })
}

/** Creates the `ToolCall` of a request. Reports are sent to the client if it asked for progress. */
function toolCall({ mcpReq: { signal, notify, _meta } }: ServerContext): ToolCall {
  const progressToken = _meta?.progressToken
  let progress = 0
  return {
    signal,
    report(message) {
      if (progressToken === undefined) return
      progress++
      const params = { progressToken, progress, message }
      notify({ method: 'notifications/progress', params }).catch(() => {})
    },
  }
}

const textResult = (text: string) => ({ content: [{ type: 'text' as const, text }] })
