// `mcp`: serves MCP tools for coding agents on stdin and stdout.

import { define } from '../command.ts'
import { TARGET_OPTIONS } from '../emulator-target.ts'
import { serveMcp } from '../mcp/serve-mcp.ts'
import { option } from '../settings/option.ts'

export const command = define({
  options: [
    ...TARGET_OPTIONS,
    option('--bot <program>', 'the command that starts the bot; the agent cannot replace this command'),
  ],
  more: `
A coding agent starts this server with a setting such as:
  {"mcpServers": {"bot-emulator": {"command": "npx", "args": ["bot-emulator", "mcp"]}}}`,
  run: (options) => void serveMcp(options),
})
