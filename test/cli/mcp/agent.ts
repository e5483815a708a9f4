// A real MCP client that starts the server as a coding agent does.

import { resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'

const PROGRAM = resolve('bin/bot-emulator.js')

interface Surroundings {
  cwd?: string
  env?: Record<string, string>
}

export async function agent(args: string[], { cwd, env = {} }: Surroundings = {}) {
  const client = new Client({ name: 'agent', version: '1.0.0' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'mcp', ...args],
    env: { PATH: process.env.PATH ?? '', ...env },
    ...(cwd !== undefined && { cwd }),
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: args })
    return { text: (content as { text: string }[]).map(({ text }) => text).join('\n'), isError }
  }
  return {
    client,
    pid: transport.pid!,
    call,
    ask: async (name: string, args?: Record<string, unknown>) => (await call(name, args)).text,
  }
}
