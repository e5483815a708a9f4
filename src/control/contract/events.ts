// The shapes of events in the control API.

import * as z from 'zod'
import { ProgramReport, Update } from '../../service/rules/shapes.ts'
import { UPDATE_TYPES } from '../../service/rules/update-types.ts'
import { MessageView } from './messages.ts'
import { ClockView } from './service.ts'
import { AttemptView, CallView } from './traffic.ts'

const event = <const Type extends string, Details extends z.ZodRawShape>(types: Type[], details: Details) =>
  z
    .object({
      id: z.int(),
      type: z.literal(types),
      at: z.number().describe("The time of the event, in fractional Unix seconds of the emulator's clock."),
      bot: z.string().optional().describe('The handle of the bot.'),
      chat: z.int().optional().describe("The id of the chat; the person's id for a private chat."),
    })
    .extend(details)

const bot = z.string()

export const EventView = z.discriminatedUnion('type', [
  event(['call'], { call: CallView }),
  event(['message', 'edit'], { message_id: z.int(), message: MessageView.optional() }),
  event(['delete'], { message_id: z.int() }),
  event(['member'], { user: z.string(), status: z.string() }),
  event(['update'], { bot, update_id: z.int(), update_type: z.enum(UPDATE_TYPES), update: Update }),
  event(['handed-out'], { bot, update_ids: z.array(z.int()) }),
  event(['acknowledged'], { bot, below: z.int() }),
  event(['webhook', 'bot', 'poll'], { bot }),
  event(['delivery'], { bot, delivery: z.int(), ...AttemptView.partial().shape }),
  event(['program'], { ...ProgramReport.shape, bot }),
  event(['fault'], { bot, fault: z.int(), why: z.string() }),
  event(['user'], { user: z.string() }),
  event(['chat', 'service'], {}),
  event(['file-deleted'], { unique_id: z.string() }),
  event(['action'], { action: z.string(), params: z.record(z.string(), z.unknown()), result: z.unknown() }),
  event(['clock'], { clock: ClockView }),
  event(['world'], { how: z.enum(['restored', 'imported', 'reset']) }),
  event(['reset'], { layer: z.string() }),
  event(['cleared'], { clock_moved: z.boolean() }),
  event(['missed'], { count: z.int().nullable(), hint: z.string() }),
])
export type EventView = z.infer<typeof EventView>
export type EventType = EventView['type']

/** The shape of an event of the given type. Several types may share one shape. */
export type EventOf<Type extends EventType, Event = EventView> = Event extends { type: infer Types }
  ? Type extends Types
    ? Event
    : never
  : never

export interface EventQuery {
  bot?: string | number
  chat?: string | number
  /** The event types to include: one, or several separated by commas. */
  type?: string
  /** The id of the event to start after; 0 starts with the oldest event. */
  after?: string | number
}
