// The atoms that the parameters of actions are made of.

import * as z from 'zod'
import { LIMITS } from '../../spec/limits.ts'
import { messageText, points } from '../../spec/params.ts'
import { ADMIN_RIGHTS, PERMISSIONS } from '../../spec/rights.ts'

/** An id, an @username or a handle. */
export const ref = z.union([z.int(), z.string().min(1)])
export const handle = z.string()
export const id = z.int()
export const name = points(1, LIMITS.namePoints)
export const username = z.string().transform((text) => text.replace(/^@/, ''))
export const messageId = z.int().min(1)
export const text = messageText
/** Devices, whatever comes after a dot, and what ends with a dot. */
const NOT_ON_WINDOWS = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)|\.$/i

/** It becomes the name of a file. */
export const snapshotName = z
  .string()
  .regex(/^\w[\w.-]{0,63}$/, 'Invalid input: expected up to 64 letters, digits, dots, dashes and underscores')
  .refine((text) => !NOT_ON_WINDOWS.test(text), 'Invalid input: expected a name that a file on Windows can have')

const flag = z.boolean().optional()
const flags = <Name extends string>(names: readonly Name[]) =>
  z.strictObject(Object.fromEntries(names.map((each) => [each, flag])) as Record<Name, typeof flag>)

export const rights = flags(ADMIN_RIGHTS)
export const permissions = flags(PERMISSIONS)

export type Ref = z.output<typeof ref>
