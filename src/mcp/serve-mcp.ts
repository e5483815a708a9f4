// Serves the tools to coding agents: Model Context Protocol on stdin and stdout.

import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { Problem, problemText } from '../lib/problem.ts'
import { DATA_NOTE } from './answer-text.ts'
import type { Connect, Tool } from './tool.ts'
import { TOOLS } from './tools/index.ts'

const INSTRUCTIONS = `An emulator of a messenger's bot API. Begin with \`status\`. Find refused calls with \`calls\`. Act as a person with \`act\`. ${DATA_NOTE}`

export function serveMcp(version: string, connect: Connect) {
  return serveStdio(() => {
    const server = new McpServer({ name: 'bot-emulator', version }, { instructions: INSTRUCTIONS })
    for (const tool of TOOLS) register(server, tool, connect)
    return server
  })
}

function register(server: McpServer, { name, description, params, readOnly, answer }: Tool, connect: Connect) {
  const annotations = { readOnlyHint: readOnly, destructiveHint: !readOnly, openWorldHint: false }
  server.registerTool(name, { description, inputSchema: params, annotations }, async (input) => {
    try {
      return textResult(await answer(connect, input))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { ...textResult(problemText(error)), isError: true }
    }
  })
}

const textResult = (text: string) => ({ content: [{ type: 'text' as const, text }] })
