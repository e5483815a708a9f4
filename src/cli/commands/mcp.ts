// `mcp`: a running emulator's tools for a coding agent, over standard input and output.

import { Command } from 'commander'
import { serveMcp } from '../../mcp/serve-mcp.ts'
import { VERSION } from '../../version.ts'
import { type TargetOptions, targetOf, withTarget } from '../emulator-target.ts'

export function command(): Command {
  return withTarget(new Command('mcp'))
    .addHelpText('after', EXAMPLE)
    .action((options: TargetOptions) => void serveMcp(VERSION, async () => (await targetOf(options)).client))
}

const EXAMPLE = `
An agent starts it by itself, from a setting such as:
  {"mcpServers": {"bot-emulator": {"command": "npx", "args": ["bot-emulator", "mcp"]}}}`
