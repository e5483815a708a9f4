// Every action, one line each: reachable from HTTP, scenarios, the library and the dashboard at once.

import type * as z from 'zod'
import type { DeclaredAction, ResultOf } from '../../contract/declared.ts'
import { add } from './add.ts'
import { ban } from './ban.ts'
import { block } from './block.ts'
import { clearFaults } from './clear-faults.ts'
import { clearWorld } from './clear-world.ts'
import { advanceClock, freezeClock, resumeClock, setClock } from './clock.ts'
import { createBot } from './create-bot.ts'
import { createChannel } from './create-channel.ts'
import { createGroup } from './create-group.ts'
import { createUser } from './create-user.ts'
import { deleteMessage } from './delete.ts'
import { deleteFile } from './delete-file.ts'
import { demote } from './demote.ts'
import { edit } from './edit.ts'
import { injectFault } from './inject-fault.ts'
import { join } from './join.ts'
import { leave } from './leave.ts'
import { mute } from './mute.ts'
import { pin } from './pin.ts'
import { press } from './press.ts'
import { promote } from './promote.ts'
import { read } from './read.ts'
import { redeliver } from './redeliver.ts'
import { reset } from './reset.ts'
import { restore } from './restore.ts'
import { seedDailyChats } from './seed-daily-chats.ts'
import { send } from './send.ts'
import { sendFile } from './send-file.ts'
import { snapshot } from './snapshot.ts'
import { start } from './start.ts'
import { tap } from './tap.ts'
import { unban } from './unban.ts'
import { unblock } from './unblock.ts'
import { unmute } from './unmute.ts'
import { unpin } from './unpin.ts'
import { updateBot } from './update-bot.ts'
import { updateChat } from './update-chat.ts'
import { updateService } from './update-service.ts'
import { updateUser } from './update-user.ts'

export const ACTIONS = [
  createUser,
  createBot,
  createGroup,
  createChannel,
  updateUser,
  updateBot,
  updateChat,
  start,
  block,
  unblock,
  send,
  sendFile,
  edit,
  deleteMessage,
  read,
  press,
  tap,
  join,
  leave,
  add,
  ban,
  unban,
  mute,
  unmute,
  promote,
  demote,
  pin,
  unpin,
  updateService,
  deleteFile,
  redeliver,
  seedDailyChats,
  advanceClock,
  setClock,
  freezeClock,
  resumeClock,
  injectFault,
  clearFaults,
  snapshot,
  restore,
  reset,
  clearWorld,
] as const satisfies readonly DeclaredAction[]

type Listed = (typeof ACTIONS)[number]

export type ActionName = Listed['name']

/** What each action takes. */
export type ActionParams = { [A in Listed as A['name']]: z.input<A['params']> }

/** What each action answers. */
export type ActionResults = { [A in Listed as A['name']]: ResultOf<A['result']> }
