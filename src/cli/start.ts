// `start`: the emulator on a port, until it is told to stop.

import { Command, Option } from 'commander'
import { createEmulator, type Emulator } from '../emulator.ts'
import { listen } from '../http/listen.ts'
import { Problem } from '../lib/problem.ts'
import { DEFAULT_WORLD } from '../scenario/default-world.ts'
import { layOut } from '../scenario/world-file.ts'
import { logCalls } from './log-calls.ts'
import { forgetRunning, rememberRunning } from './running.ts'
import { untilStopped } from './until-stopped.ts'

interface StartOptions {
  host: string
  port: number
  db: string
  memory?: boolean
  headless?: boolean
  json?: boolean
  token?: string
  serviceName?: string
  world?: string
  webhookRoute?: Record<string, string>
  allowLocalWebhooks?: boolean
}

const option = (flags: string, says: string) => {
  const made = new Option(flags, says)
  return made.env(`BOT_EMULATOR_${made.name().toUpperCase().replaceAll('-', '_')}`)
}

export function startCommand(): Command {
  return new Command('start')
    .description('Starts the emulator.')
    .addOption(option('--headless', 'no dashboard, plain lines'))
    .addOption(option('--host <host>', 'the address to bind').default('127.0.0.1'))
    .addOption(option('--port <port>', 'the port; 0 takes a free one').default(8081).argParser(portIn))
    .addOption(option('--db <file>', 'where the world is kept').default('.bot-emulator/world.sqlite'))
    .addOption(option('--memory', 'keeps nothing'))
    .addOption(option('--world <file>', 'who and what there is in a new world (YAML or JSON)'))
    .addOption(option('--token <token>', 'the token of the first bot'))
    .addOption(option('--service-name <name>', "the service's name, as in X-<Name>-Bot-Api-Secret-Token"))
    .addOption(
      option('--webhook-route <host=target>', 'carries deliveries for a host to a local address; repeatable').argParser(
        routeIn,
      ),
    )
    .addOption(option('--allow-local-webhooks', 'webhooks may be http, on any port, on this machine'))
    .addOption(option('--json', 'one JSON object a line, for machines'))
    .addHelpText('after', EXAMPLES)
    .action((options: StartOptions) => start(options))
}

const EXAMPLES = `
Examples:
  $ bot-emulator start --headless
  $ bot-emulator start --headless --memory --port 0 --world world.yaml
  $ BOT_EMULATOR_PORT=9000 bot-emulator start --token 42:secret`

async function start(options: StartOptions) {
  const emulator = createEmulator(options.memory ? {} : { file: options.db })
  try {
    await furnish(emulator, options)
    const server = await listen(emulator, options)
    if (!options.memory) rememberRunning(options.db, server.url)
    announce(emulator, server.url, options)
    logCalls(emulator, options.json ?? false)
    process.exitCode = await untilStopped(async () => {
      await server.close()
      if (!options.memory) forgetRunning(options.db)
    })
  } finally {
    await emulator.close()
  }
}

/** A new world gets its people and bots; what the flags say holds for an old one too. */
async function furnish(emulator: Emulator, options: StartOptions) {
  const { world, token, serviceName, webhookRoute, allowLocalWebhooks } = options
  const { perform } = emulator
  perform('updateService', {
    name: serviceName,
    webhook_routes: webhookRoute,
    allow_local_webhooks: allowLocalWebhooks ?? false,
  })
  const isNew = emulator.world.store.bots.all().length === 0 && emulator.world.store.users.people().length === 0
  if (isNew)
    await layOut(
      perform,
      world === undefined ? DEFAULT_WORLD : await (await import('./world-from.ts')).worldFrom(world),
    )
  else if (world !== undefined) process.stderr.write(`The database has a world already; ${world} was not read.\n`)
  const [bot] = emulator.world.store.bots.all()
  if (token !== undefined && bot && bot.token !== token) perform('updateBot', { bot: bot.id, token })
}

function announce(emulator: Emulator, url: string, { json, memory, db }: StartOptions) {
  const bots = emulator.world.store.bots.all().map(({ handle, username, token }) => ({ handle, username, token }))
  if (json) {
    process.stdout.write(`${JSON.stringify({ event: 'listening', url, bots, database: memory ? null : db })}\n`)
    return
  }
  process.stdout.write(`Listening at ${url}\n`)
  const lines = bots.map(({ handle, token }) => `bot ${handle}: token ${token}`)
  const where = memory ? 'in memory; nothing is kept' : db
  process.stderr.write(
    [
      ...lines,
      `world: ${where}`,
      `Point a bot at it: its API root is ${url}, so that it calls ${url}/bot<token>/getMe`,
      '',
    ].join('\n'),
  )
}

/** HOST=TARGET, several of them separated by commas in the environment. */
function routeIn(text: string, before: Record<string, string> = {}): Record<string, string> {
  const routes = text.split(',').map((one): [string, string] => {
    const [, host, target = ''] = /^([^=]+)=(https?:\/\/\S+)$/.exec(one) ?? []
    if (host && URL.canParse(target)) return [host, target]
    throw new Problem(
      'bad-option',
      `"${one}" is no route.`,
      'A route is written bot.example.org=http://127.0.0.1:3000.',
    )
  })
  return { ...before, ...Object.fromEntries(routes) }
}

function portIn(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new Problem('bad-option', `"${text}" is no port.`, 'A port is a number from 0 to 65535.')
}
