// Menus: what can be done in a chat, and what can be made.

import { knownValues, openForm } from '../forms/open-form.ts'
import { isBlocked } from '../state/model.ts'
import { menu, offered } from '../state/overlays.ts'
import { openChatNow } from '../state/roster.ts'
import type { State } from '../state/state.ts'

/** What can be done in, and to, the chat that is open. */
export function chatMenu(state: State): State {
  const chat = openChatNow(state)
  const { me, open } = state
  if (open === null) return state
  const isBot = state.bots.some((bot) => bot.handle === open)
  const withBot = [
    offered('start', { as: me, bot: open }, true),
    offered(isBlocked(chat) ? 'unblock' : 'block', { as: me, bot: open }),
    offered('updateBot', { bot: open }, true),
  ]
  const shared = [
    ...(chat ? [] : [offered('join', { as: me, chat: open })]),
    ...['add', 'promote', 'mute', 'ban', 'unban'].map((action) => offered(action, { as: me, chat: open }, true)),
    offered('unpin', { as: me, chat: open }),
    offered('updateChat', { chat: open }, true),
    ...(chat ? [offered('leave', { as: me, chat: open })] : []),
  ]
  const items = [offered('sendFile', { as: me, to: open }, true), ...(isBot ? withBot : shared)]
  return menu(state, `what to do in ${chat?.title ?? open}`, items)
}

export function newThing(state: State): State {
  const items = state.actions
    .filter((action) => action.name.startsWith('create'))
    .map((action) => offered(action.name, knownValues(state, action), true))
  return menu(state, 'make something new', items)
}

export const sendFile = (state: State): State =>
  state.open === null ? state : openForm(state, 'sendFile', { as: state.me, to: state.open })
