// updateService: the settings of the emulated service.

import * as z from 'zod'
import { regexIn, requireReadable } from '../../lib/compare/regex.ts'
import { runsAway } from '../../lib/compare/runaway.ts'
import { Problem } from '../../lib/problem.ts'
import { changeService } from '../../messenger/service/service.ts'
import { action } from './action.ts'
import { address, certificate, host, lenientOperation, routeTarget } from './service-params.ts'

const pattern = z
  .string()
  .min(1)
  .check(({ value }) => requireReadablePattern(value))

export const updateService = action({
  name: 'updateService',
  summary: 'Changes settings of the service: maps are merged (null deletes a key), lists replaced.',
  params: z.strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'Invalid input: expected letters, digits and dashes')
      .optional(),
    domain: z.string().min(1).optional(),
    command_entities: z.boolean().optional(),
    content_filter: z
      .array(z.strictObject({ match: pattern, reason: z.string().default('message text is not allowed') }))
      .optional(),
    blocked_urls: z.array(pattern).optional(),
    dns: z.record(host, z.array(address).nullable()).optional(),
    webhook_routes: z.record(host, routeTarget.nullable()).optional(),
    own_addresses: z.array(address).nullable().optional(),
    allow_local_webhooks: z.boolean().optional(),
    trusted_roots: z.array(certificate).optional(),
    lenient: z.array(lenientOperation).optional(),
    stubs: z.record(lenientOperation, z.unknown()).optional(),
  }),
  result: 'ServiceView',
  run(tx, changes) {
    changeService(tx, changes)
    return tx.service
  },
})

function requireReadablePattern(text: string) {
  const expression = regexIn(text)
  if (!expression) return
  requireReadable(expression)
  if (!runsAway(expression)) return
  throw new Problem(
    'slow-pattern',
    `The pattern ${text} takes too long on some texts.`,
    'Write it without repetitions inside repetitions.',
  )
}
