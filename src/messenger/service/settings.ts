// The settings of the emulated service, which its specification leaves to whoever runs it.

export interface ServiceSettings {
  name: string
  domain: string
  command_entities: boolean
  content_filter: { match: string; reason: string }[]
  blocked_urls: string[]
  dns: Record<string, string[]>
  webhook_routes: Record<string, string>
  /** The service's own addresses; null: those it listens at. */
  own_addresses: string[] | null
  /** Webhooks may be plain http, on any port, on this machine and its network. */
  allow_local_webhooks: boolean
  trusted_roots: string[]
}

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
  trusted_roots: [],
}

/** `null` for a key of a map takes the key away; lists and plain values are replaced. */
export type ServiceChanges = {
  [Key in keyof ServiceSettings]?: Key extends 'dns' | 'webhook_routes'
    ? { [host: string]: ServiceSettings[Key][string] | null }
    : ServiceSettings[Key]
}
