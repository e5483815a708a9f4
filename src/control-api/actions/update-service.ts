// updateService: the settings of the emulated service.

import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { requireFastPatterns } from '../../messenger/service/fast-patterns.ts'
import { changeService } from '../../messenger/service/service.ts'
import type { ServiceSettings } from '../../messenger/service/settings.ts'
import { action } from './action.ts'
import * as of from './service-params.ts'

export const updateService = action({
  name: 'updateService',
  summary: 'Changes settings of the service: maps are merged (null deletes a key), lists replaced.',
  params: z.strictObject({
    name: z
      .string()
      .max(100)
      .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'Invalid input: expected letters, digits and dashes')
      .optional(),
    domain: z.string().min(1).max(253).optional(),
    command_entities: z.boolean().optional(),
    content_filter: of.contentFilter.optional(),
    blocked_urls: of.patterns.optional(),
    dns: of.dns.optional(),
    webhook_routes: of.webhookRoutes.optional(),
    own_addresses: of.addresses.nullable().optional(),
    allow_local_webhooks: z.boolean().optional(),
    trusted_roots: of.certificates.optional(),
    lenient: of.lenient.optional(),
    stubs: of.stubs.optional(),
  }),
  result: 'ServiceView',
  prepare: (_, changes) => requireFastPatterns(changes),
  run(tx, changes) {
    changeService(tx, changes)
    for (const name of ['dns', 'webhook_routes', 'stubs'] as const) requireFewEntries(tx.service, name)
    return tx.service
  },
})

/** A map takes more with every change. */
function requireFewEntries(service: Readonly<ServiceSettings>, name: 'dns' | 'webhook_routes' | 'stubs') {
  const { length } = Object.keys(service[name])
  if (length <= of.MAX_ENTRIES) return
  throw new Problem(
    'too-many-entries',
    `${name} would have ${length} entries; there may be ${of.MAX_ENTRIES}.`,
    'Take some away: null deletes a key.',
  )
}
