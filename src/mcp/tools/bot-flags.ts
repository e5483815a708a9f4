// The parameters of tools that run a bot, as flags of a command.

import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import type { Host } from '../tool.ts'

export const botParams = {
  bot: z.string().min(1).optional().describe('the command that starts the bot: node bot.mjs'),
  lenient: z
    .array(z.string())
    .default([])
    .describe('operations that the service lacks; the emulator answers them with true'),
}

const paramsSchema = z.object(botParams)

export function botFlags(host: Host, { bot = host.bot, lenient }: z.output<typeof paramsSchema>): string[] {
  if (host.bot !== undefined && bot !== host.bot) {
    throw new Problem(
      'bot-fixed',
      'The settings of this MCP server fix the command that starts the bot.',
      'Leave out `bot`.',
    )
  }
  return [...(bot === undefined ? [] : [`--bot=${bot}`]), ...(lenient.length ? [`--lenient=${lenient.join(',')}`] : [])]
}
