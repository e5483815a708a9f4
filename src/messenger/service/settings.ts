// The settings of the emulated service, and their defaults.

import type { ServiceView } from '../../contract/service.ts'

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
