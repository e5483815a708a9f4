// What the flags say of the service, under its own names.

import type { Routes } from './read-routes.ts'

export interface ServiceFlags {
  serviceName?: string
  webhookRoute?: Routes
  allowLocalWebhooks?: boolean
  lenient?: string[]
}

/** What holds for whatever world is put in place. */
export const serviceIn = ({ serviceName, webhookRoute, allowLocalWebhooks = false, lenient }: ServiceFlags) => ({
  name: serviceName,
  webhook_routes: webhookRoute,
  allow_local_webhooks: allowLocalWebhooks,
  lenient,
})
