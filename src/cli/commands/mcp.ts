// `mcp`: serves MCP tools for coding agents on stdin and stdout.

import { Command } from 'commander'
import { withTargetOptions } from '../emulator-target.ts'
import type { McpOptions } from '../mcp/host.ts'
import { serveMcp } from '../mcp/serve-mcp.ts'

export function command(): Command {
  return withTargetOptions(new Command('mcp'))
    .option('--bot <program>', 'the command that starts the bot; the agent cannot replace this command')
    .addHelpText('after', EXAMPLE)
    .action((options: McpOptions) => void serveMcp(options))
}

const EXAMPLE = `
A coding agent starts this server with a setting such as:
  {"mcpServers": {"bot-emulator": {"command": "npx", "args": ["bot-emulator", "mcp"]}}}`
