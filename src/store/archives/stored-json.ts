// What the columns that hold JSON may hold.

import * as z from 'zod'
import { UPDATE_TYPES } from '../../spec/update-types.ts'

const text = z.string()
const button = z.strictObject({ text, callback_data: text.optional(), url: text.optional() })

const SHAPES = {
  is_keyboard: z.array(z.array(button)),
  is_reply_keyboard: z.array(z.array(z.strictObject({ text }))),
  is_service: z.union([
    z.strictObject({ new_chat_members: z.array(z.int()) }),
    z.strictObject({ left_chat_member: z.int() }),
  ]),
  is_commands: z.array(z.strictObject({ command: text, description: text })),
  is_filter: z.array(z.enum(UPDATE_TYPES)).min(1),
  is_clock: z.strictObject({ offsetMs: z.number(), frozenAtMs: z.number().nullable() }),
}

/** Functions for SQL: each takes the text of a column. */
export const JSON_CHECKS: Readonly<Record<string, (...values: unknown[]) => 0 | 1>> = {
  ...Object.fromEntries(
    Object.entries(SHAPES).map(([name, shape]) => [
      name,
      (value: unknown) => asBit(shape.safeParse(parsed(value), { jitless: true }).success),
    ]),
  ),
  is_update: (body, id, type) => asBit(isUpdate(body, id, type)),
}

/** An update goes out as it is stored, and gets another number by its beginning. */
function isUpdate(body: unknown, id: unknown, type: unknown): boolean {
  if (!String(body).startsWith(`{"update_id":${id},"${type}":{`)) return false
  const update = parsed(body)
  return typeof update === 'object' && update !== null && Object.keys(update).join() === `update_id,${type}`
}

function parsed(value: unknown): unknown {
  try {
    return JSON.parse(String(value))
  } catch {
    return undefined
  }
}

const asBit = (is: boolean) => (is ? 1 : 0)
