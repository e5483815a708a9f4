// All actions by name, and the types of their parameters and results.

import type * as z from 'zod'
import type { ResultOf } from '../contract/declarations.ts'
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

export const DEFINED = {
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
