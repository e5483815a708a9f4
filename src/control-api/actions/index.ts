// All actions by name, and the types of their parameters and results.

import type * as z from 'zod'
import type { Declaration, ResultOf } from '../../contract/declarations.ts'
import type { UpdateType } from '../../spec/update-types.ts'
import { buttons } from './buttons.ts'
import { clock } from './clock.ts'
import { create } from './create.ts'
import { faults } from './faults.ts'
import { members } from './members.ts'
import { messages } from './messages.ts'
import { moderation } from './moderation.ts'
import { pins } from './pins.ts'
import { privateChats } from './private-chats.ts'
import { programs } from './programs.ts'
import { service } from './service.ts'
import { update } from './update.ts'
import { world } from './world.ts'

const DEFINED = {
  ...create,
  ...update,
  ...privateChats,
  ...messages,
  ...buttons,
  ...members,
  ...moderation,
  ...pins,
  ...service,
  ...programs,
  ...clock,
  ...faults,
  ...world,
}

type Defined = typeof DEFINED

export type ActionName = keyof Defined

export type ActionParams = { [Name in ActionName]: z.input<Defined[Name]['params']> }

export type ActionResults = { [Name in ActionName]: ResultOf<Defined[Name]['result']> }

export const ACTIONS = Object.entries<Declaration>(DEFINED).map(([name, one]) => ({ name, ...one }))

const CAUSED_UPDATES: Readonly<Partial<Record<string, readonly UpdateType[]>>> = {
  start: ['message'],
  send: ['message', 'channel_post'],
  sendFile: ['message', 'channel_post'],
  tap: ['message'],
  press: ['callback_query'],
  edit: ['edited_message', 'edited_channel_post'],
  block: ['my_chat_member'],
  unblock: ['my_chat_member'],
  join: ['chat_member', 'message'],
  leave: ['chat_member', 'message'],
  ban: ['chat_member', 'my_chat_member'],
  promote: ['chat_member', 'my_chat_member'],
}

/** Returns the types of the updates that an action may cause. */
export const causedUpdates = (action: string): readonly UpdateType[] => CAUSED_UPDATES[action] ?? []
