// `start` and `stop`: an emulator for the agent.

import * as z from 'zod'
import type { Client } from '../../../control/client/client.ts'
import { stopEmulator } from '../../commands/stop.ts'
import { pathBelow } from '../paths.ts'
import { HINTS, hostTool, requireHere } from '../tool.ts'
import { status } from './read-only.ts'
import { botOptions, botParams } from './test.ts'

export const start = hostTool({
  name: 'start',
  description:
    'Starts an emulator in memory, and the bot if you pass `bot`. The other tools then use this emulator, until you call `stop` or this MCP server ends.',
  params: z.strictObject({
    ...botParams,
    world: z.string().optional().describe('a world file; the default has alice, bob, carol, greeter, team and news'),
    port: z.int().min(0).max(65535).default(0).describe('the port to listen on; 0 selects a free port'),
  }),
  hints: HINTS.runsPrograms,
  async answer(host, { world, port, bot, lenient }, call) {
    await host.start([
      '--memory',
      '--host=127.0.0.1',
      `--port=${port}`,
      ...flags({ world: world && pathBelow(world), ...botOptions(host, { bot, lenient }) }),
    ])
    if (bot !== undefined || host.bot !== undefined) await waitForBot((await host.connect()).client)
    return status.answer(host, {}, call)
  },
})

const flags = (values: Readonly<Record<string, string | readonly string[] | undefined>>) =>
  Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : `--${name}=${value}`))

const STARTUP_SECONDS = 10

/** Waits until the first bot polls or has set a webhook. If it doesn't, the status says why. */
async function waitForBot(client: Client): Promise<void> {
  const [bot] = await client.view('/bots')
  if (bot) await client.wait({ until: 'ready', bot: bot.id, within: STARTUP_SECONDS }).catch(() => {})
}

export const stop = hostTool({
  name: 'stop',
  description: 'Stops the emulator of this folder, or the emulator at `url`. A world in memory is lost.',
  params: z.strictObject({ url: z.string().optional() }),
  hints: HINTS.changes,
  async answer(host, { url }) {
    const ownUrl = url === undefined ? await host.stop() : undefined
    if (ownUrl !== undefined) return `Stopped ${ownUrl}.`
    const target = await host.connect(url)
    requireHere(target)
    await stopEmulator(target)
    return `Stopped ${target.url}.`
  },
})
