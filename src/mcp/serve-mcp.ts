// The emulator for coding agents: its tools over the Model Context Protocol, on standard input and output.

import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Client } from '../client/client.ts'
import { Problem, wholeText } from '../lib/problem.ts'
import { DATA_NOTE } from './answer-text.ts'
import type { Tool } from './tool.ts'
import { TOOLS } from './tools/index.ts'

const INSTRUCTIONS = `An emulator of a messenger's bot API. Begin with \`status\`; look for refused calls with \`calls\`; play people with \`act\`. ${DATA_NOTE}`

/** Whoever runs the emulator may change between two questions, so that it is looked up for each. */
type Connect = () => Client | Promise<Client>

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
      return said(await answer(await connect(), input))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { ...said(wholeText(error)), isError: true }
    }
  })
}

const said = (text: string) => ({ content: [{ type: 'text' as const, text }] })
