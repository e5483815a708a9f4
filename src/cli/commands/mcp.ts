// `mcp`: serves MCP tools for coding agents on stdin and stdout.

import { Command } from 'commander'
import { VERSION } from '../../lib/version.ts'
import { findTarget, type TargetOptions, withTargetOptions } from '../emulator-target.ts'
import { serveMcp } from '../mcp/serve-mcp.ts'
import { startEmulatorProcess } from '../start/two-processes.ts'

interface McpOptions extends TargetOptions {
  bot?: string
}

export function command(): Command {
  return withTargetOptions(new Command('mcp'))
    .option('--bot <program>', 'the command that starts the bot; the agent cannot replace this command')
    .addHelpText('after', EXAMPLE)
    .action(({ bot, ...options }: McpOptions) => {
      serveMcp(VERSION, {
        findTarget: (url = options.url) => findTarget({ ...options, url }),
        startEmulator: (args) => startEmulatorProcess(['start', ...args]),
        program: process.argv[1] ?? '',
        bot,
      })
    })
}

const EXAMPLE = `
A coding agent starts this server with a setting such as:
  {"mcpServers": {"bot-emulator": {"command": "npx", "args": ["bot-emulator", "mcp"]}}}`
