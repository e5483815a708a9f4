// The settings of the emulated service, and their defaults.

import * as z from 'zod'

export const ServiceView = z.object({
  name: z.string(),
  domain: z.string(),
  command_entities: z.boolean(),
  content_filter: z.array(z.object({ match: z.string(), reason: z.string() })),
  blocked_urls: z.array(z.string()),
  dns: z.record(z.string(), z.array(z.string())),
  webhook_routes: z.record(z.string(), z.string()),
  own_addresses: z
    .array(z.string())
    .nullable()
    .describe("The service's own IP addresses; null means the addresses at which the emulator listens."),
  allow_local_webhooks: z
    .boolean()
    .describe('True if webhook URLs may use http, any port, and addresses of this machine.'),
  client_fields: z
    .boolean()
    .describe(
      'True if the emulator adds fields that the service lacks and that client libraries require, and reads reply_parameters.',
    ),
  trusted_roots: z.array(z.string()),
  stubs: z
    .record(z.string(), z.unknown())
    .describe('The configured answers to calls of operations that the service lacks, by operation name.'),
  lenient: z
    .array(z.string())
    .describe(
      'Names of operations that the service lacks: a call of such an operation returns true and has no effect. Also other spellings of operations that the service has: a call of setWebHook runs setWebhook.',
    ),
})
export type ServiceView = z.infer<typeof ServiceView>

export type ServiceSettings = ServiceView

export const DEFAULT_SERVICE: ServiceSettings = {
  name: 'Service',
  domain: 'service.example',
  command_entities: true,
  content_filter: [],
  blocked_urls: [],
  dns: {},
  webhook_routes: {},
  own_addresses: null,
  allow_local_webhooks: false,
  client_fields: false,
  trusted_roots: [],
  lenient: [],
  stubs: {},
}

/** Settings to change. `dns`, `webhook_routes` and `stubs` are merged by key; a key set to `null` is removed. */
export type ServiceChanges = {
  [Key in keyof ServiceSettings]?: Key extends 'dns' | 'webhook_routes' | 'stubs'
    ? { [host: string]: ServiceSettings[Key][string] | null }
    : ServiceSettings[Key]
}
