// The schemas of action parameters, with a description and the kind of input field.

import * as z from 'zod'
import { parseMoment, parseSpan } from '../../lib/time-text.ts'
import type { Read } from '../../service/messenger/world.ts'
import { LIMITS } from '../../service/rules/limits.ts'
import { SNAPSHOT_NAME } from '../../service/rules/names.ts'
import { messageText, textOfLength } from '../../service/rules/params.ts'
import { ADMIN_RIGHTS, PERMISSIONS } from '../../service/rules/rights.ts'
import type { FieldKind } from '../contract/service.ts'
import { momentText, span as spanInSeconds } from '../contract/time.ts'

const field = <Schema extends z.ZodType>(kind: FieldKind, schema: Schema, description: string) =>
  schema.meta({ kind, description })

/** The maximum lengths of names, tokens and descriptions: limited because many answers and updates contain them. */
const MAX_NAME = 300
const MAX_DESCRIPTION = 4096

export const shortText = (description: string) => z.string().max(MAX_NAME).describe(description)
export const longText = (description: string) => z.string().max(MAX_DESCRIPTION).describe(description)

const ref = z.union([z.int(), z.string().min(1).max(MAX_NAME)])
export type Ref = z.output<typeof ref>

export const actor = field('person', ref, 'The person who performs the action.')
export const person = field('person', ref, 'The person.')
export const bot = field('bot', ref, 'The bot.')
export const user = field('user', ref, 'The person or bot that the action affects.')
export const outsider = user.meta({ ...user.meta(), outside: true })
export const chat = field('chat', ref, 'The chat. Pass a bot for the private chat with that bot.')
export const sharedChat = field('chat', ref, 'The group or channel.').meta({ shared: true })
export const owner = field('person', ref, 'The person who owns the bot, group or channel.')

export const handle = shortText('The short name by which actions, files and flags refer to the person, bot or chat.')
export const id = z.int().meta({ hint: 'next free' }).describe('The id. By default, the next free id.')
export const name = textOfLength(1, LIMITS.namePoints)
export const firstName = name.describe('The first name of the person or bot.')
export const lastName = name.describe('The last name.')
export const title = name.describe('The title of the group or channel.')
export const description = longText('The description of the chat.')
export const username = z
  .string()
  .max(MAX_NAME)
  .transform((text) => text.replace(/^@/, ''))
  .describe('The public username, with or without @.')
export const language = shortText('The language of the person, such as en.')
export const devices = z.int().min(0).describe('The number of devices of the person.')
export const verified = z.boolean().describe('True if the service has verified the bot.')
export const acceptedTerms = z.boolean().describe('True if the owner of the bot has accepted the terms of use.')
export const canJoinGroups = z.boolean().describe('True if the bot can be added to groups.')
export const canReadAll = z.boolean().describe('True if the bot receives all messages of its groups.')
export const groupType = z.enum(['group', 'supergroup']).describe('The type that the bot API reports for the group.')
export const official = z.boolean().describe('True for an official channel, in which bots cannot post.')
export const token = field('secret', z.string().max(MAX_NAME), 'The token of the bot.')
export const messageId = field('message', z.int().min(1), 'The id of the message.')
export const replyTo = messageId.describe('The id of the message to reply to.')
export const text = messageText.describe('The text of the message.')

/** Matches file names that Windows refuses: device names with any extension, and names that end in a dot. */
const NOT_ON_WINDOWS = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)|\.$/i

/** The name of a snapshot, which is also the name of its file. */
export const snapshotName = z
  .string()
  .regex(SNAPSHOT_NAME, 'Invalid input: expected up to 64 letters, digits, dots, dashes and underscores')
  .refine((text) => !NOT_ON_WINDOWS.test(text), 'Invalid input: expected a file name that is valid on Windows')
  .describe('The name of the snapshot.')
export const snapshot = field('snapshot', snapshotName, 'The name of the snapshot.')

const flag = z.boolean().optional()
const flags = <Name extends string>(names: readonly Name[]) =>
  z.strictObject(Object.fromEntries(names.map((each) => [each, flag])) as Record<Name, typeof flag>)

/** A form fills in all of them except the right to promote members. */
const usualRights = ADMIN_RIGHTS.filter((right) => right !== 'can_promote_members').map((right) => [right, true])
export const rights = field('rights', flags(ADMIN_RIGHTS), 'The rights of the administrator.').meta({
  first: Object.fromEntries(usualRights),
})
export const permissions = field('rights', flags(PERMISSIONS), 'The permissions of ordinary members.')

const span = field('span', spanInSeconds, 'The time to advance by: seconds, or a time such as 48h.')
/** Returns the schema of a duration that is required unless the caller passes the parameter `other`. */
export const spanUnless = (other: string) => span.meta({ ...span.meta(), unless: other })
export const wholeSpan = field('span', spanInSeconds.pipe(z.int()), 'Seconds, or a time such as 3s.')

const MILLISECONDS = 'Invalid input: expected milliseconds, or a duration such as 200ms or 3s'
const inMilliseconds = z.string().transform((text, { addIssue }) => {
  const seconds = parseSpan(text)
  if (seconds === undefined) addIssue(MILLISECONDS)
  return Math.round((seconds ?? 0) * 1000)
})

export const milliseconds = (max: number) =>
  z.union([z.number(), inMilliseconds], MILLISECONDS).pipe(z.int().min(0).max(max)).meta({ kind: 'milliseconds' })

/** Returns the schema of a time: Unix seconds, or a text such as `tomorrow 9:00`, which unixSeconds() converts. */
export const moment = (number: z.ZodNumber | z.ZodInt, description: string) =>
  field('moment', z.union([number, momentText]), description)

/** Returns Unix seconds. A duration such as `48h` is counted from the current time of the emulator's clock. */
export const unixSeconds = (read: Read, moment: number | string): number =>
  typeof moment === 'number' ? moment : Math.ceil(parseMoment(moment, read.clock.ms() / 1000) ?? 0)
