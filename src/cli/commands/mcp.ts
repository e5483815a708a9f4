// `mcp`: serves MCP tools for coding agents on stdin and stdout.

import { Command } from 'commander'
import { serveMcp } from '../../mcp/serve-mcp.ts'
import { VERSION } from '../../version.ts'
import { findTarget, type TargetOptions, withTargetOptions } from '../emulator-target.ts'

export function command(): Command {
  return withTargetOptions(new Command('mcp'))
    .addHelpText('after', EXAMPLE)
    .action((options: TargetOptions) => void serveMcp(VERSION, async () => (await findTarget(options)).client))
}

const EXAMPLE = `
A coding agent starts it with a setting such as:
  {"mcpServers": {"bot-emulator": {"command": "npx", "args": ["bot-emulator", "mcp"]}}}`
