// Commands that open menus: actions of the open chat, and new people, bots and chats.

import { knownValues, openForm } from '../forms/open-form.ts'
import { isBlocked } from '../state/model.ts'
import { menu, offered } from '../state/overlays.ts'
import { openChatNow } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { command } from './command.ts'

/** Offers the actions of the open chat. */
function chatMenu(state: State): State {
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

function newThing(state: State): State {
  const items = state.actions
    .filter((action) => action.name.startsWith('create'))
    .map((action) => offered(action.name, knownValues(state, action), true))
  return menu(state, 'make something new', items)
}

const sendFile = (state: State): State =>
  state.open === null ? state : openForm(state, 'sendFile', { as: state.me, to: state.open })

export const menuCommands = {
  sendFile: command({ browse: 'f' }, 'send a file', sendFile, 10, ({ open }) => (open === null ? null : 'send a file')),
  newThing: command({ browse: '+' }, 'new person, bot, group or channel', newThing, 16),
  chatMenu: command({ browse: 'm' }, 'what to do in this chat', chatMenu),
}
