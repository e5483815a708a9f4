// How the service of an emulator in memory is set, by flags that `start`, `test` and `exec` share.

import type { Command } from 'commander'
import type { Values } from '../../client/client.ts'
import { readOperations } from './read-operations.ts'
import { readRoutes } from './read-routes.ts'
import { type ServiceFlags, serviceIn } from './service-in.ts'

export type ServiceOptions = ServiceFlags

export const withService = (command: Command): Command =>
  command
    .option('--service-name <name>', "the service's name, as in X-<Name>-Bot-Api-Secret-Token")
    .option('--webhook-route <host=target>', 'carries deliveries for a host to a local address; repeatable', readRoutes)
    .option('--allow-local-webhooks', 'webhooks may be http, on any port, on this machine')
    .option(
      '--lenient <operation,…>',
      'answers operations that the service lacks with true; repeatable',
      readOperations,
    )

/** Only what was asked for: a world file may say the rest. */
export function serviceOf(options: ServiceOptions): Values {
  const { allow_local_webhooks, ...service } = serviceIn(options)
  const asked = { ...service, ...(allow_local_webhooks && { allow_local_webhooks }) }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
}
