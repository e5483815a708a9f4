// Flags for the settings of the service, shared by `start`, `test` and `exec`.

import { InvalidArgumentError } from 'commander'
import type { Values } from '../../control/client/client.ts'
import { Problem } from '../../lib/problem.ts'
import { whyNotLenient } from '../../service/rules/lacking-operations.ts'
import { group, type OptionsOf, option } from './option.ts'

type Routes = Record<string, string>

export const SERVICE_OPTIONS = group('Service:', [
  option('--lenient <operation,…>', 'answers true to operations that the service lacks; repeatable', readOperations),
  option('--client-fields', 'adds fields that strict libraries need; reads reply_parameters'),
  option('--webhook-route <host=target>', 'sends webhooks of a public host to a local address; repeatable', readRoutes),
  option('--allow-local-webhooks', 'accepts webhooks on this machine, with http and on any port'),
  option('--service-name <name>', 'the <Name> in the header X-<Name>-Bot-Api-Secret-Token'),
])
export type ServiceFlags = Partial<OptionsOf<typeof SERVICE_OPTIONS>>

/** Returns settings that override those of any loaded world. Boolean flags default to false. */
export const allServiceSettings = ({
  serviceName,
  webhookRoute,
  allowLocalWebhooks = false,
  clientFields = false,
  lenient,
}: ServiceFlags) => ({
  name: serviceName,
  webhook_routes: webhookRoute,
  allow_local_webhooks: allowLocalWebhooks,
  client_fields: clientFields,
  lenient,
})

/** Omits flags that were not typed, so that a world file can set the remaining settings. */
export function givenServiceSettings(options: ServiceFlags): Values {
  const isGiven = (value: unknown) => value !== undefined && value !== false
  return Object.fromEntries(Object.entries(allServiceSettings(options)).filter(([, value]) => isGiven(value)))
}

const FLAGS: Readonly<Record<string, string>> = {
  name: '--service-name',
  webhook_routes: '--webhook-route',
  lenient: '--lenient',
}

/** Adds the flag's name to a Problem about a service setting, because users typed the flag. */
export function nameFlagOnRefusal<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const message = error instanceof Problem ? error.message : ''
    const [, setting = '', why] = /^updateService: (\w+)(?:\.[^:]*)?: (?:Invalid input: )?(.*)$/.exec(message) ?? []
    const flag = FLAGS[setting]
    if (!flag) throw error
    throw new Problem('bad-option', `${flag}: ${why}.`, 'See --help.')
  }
}

function readOperations(text: string, before: readonly string[] = []): string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const why = names.map(whyNotLenient).find((reason) => reason !== undefined)
  if (why !== undefined) throw new InvalidArgumentError(/[.?]$/.test(why) ? why : `${why}.`)
  return [...new Set([...before, ...names])]
}

function readRoutes(text: string, before: Routes = {}): Routes {
  const routes = text.split(',').map((one): [string, string] => {
    const [, host, target = ''] = /^([^=]+)=(https?:\/\/\S+)$/.exec(one) ?? []
    if (host && URL.canParse(target)) return [host, target]
    throw new InvalidArgumentError('Write a route as bot.example.org=http://127.0.0.1:3000.')
  })
  return { ...before, ...Object.fromEntries(routes) }
}
