// Commands that open menus, help and the clock, and commands of the dashboard itself.

import { CONTROL_PATH, pageFragment } from '../../../control/contract/addresses.ts'
import { EMPTY_INPUT } from '../forms/input.ts'
import { knownValues, openForm } from '../forms/open-form.ts'
import { menuItem, openMenu, pushOverlay, showToast, topOverlayOfKind, withEffects } from '../state/change.ts'
import { isBlocked } from '../state/model.ts'
import { entryAction, openChat } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { command, ifOpen, inPalette, keyContextOf } from './command.ts'

function chatMenu(state: State): State {
  const chat = openChat(state)
  const { me, open } = state
  if (open === null) return state
  const isBot = state.bots.some((bot) => bot.handle === open)
  const withBot = [
    menuItem('start', { as: me, bot: open }, true),
    menuItem(isBlocked(chat) ? 'unblock' : 'block', { as: me, bot: open }),
    menuItem('updateBot', { bot: open }, true),
  ]
  const entry = entryAction(state)
  if (entry?.action === 'join')
    return openMenu(state, `actions in ${chat?.title ?? open}`, [menuItem('join', entry.params)])
  const shared = [
    ...['add', 'promote', 'mute', 'ban', 'unban'].map((action) => menuItem(action, { as: me, chat: open }, true)),
    menuItem('unpin', { as: me, chat: open }),
    menuItem('updateChat', { chat: open }, true),
    menuItem('leave', { as: me, chat: open }),
  ]
  const items = [menuItem('sendFile', { as: me, to: open }, true), ...(isBot ? withBot : shared)]
  return openMenu(state, `actions in ${chat?.title ?? open}`, items)
}

function newThing(state: State): State {
  const items = state.actions
    .filter((action) => action.name.startsWith('create'))
    .map((action) => menuItem(action.name, knownValues(state, action), true))
  return openMenu(state, 'create', items)
}

const sendFile = (state: State): State =>
  state.open === null ? state : openForm(state, 'sendFile', { as: state.me, to: state.open })

export const menuCommands = {
  sendFile: command({ browse: 'f' }, 'send a file', sendFile, 10, ifOpen('send a file')),
  newThing: command({ browse: '+' }, 'new person, bot, group or channel', newThing, 16),
  chatMenu: command({ browse: 'm' }, 'actions in this chat', chatMenu, 11, ifOpen('actions')),
}

const help = (state: State): State =>
  topOverlayOfKind(state, 'help') ? state : pushOverlay(state, { kind: 'help', from: keyContextOf(state), scroll: 0 })

function mouse(state: State): State {
  const hasMouse = !state.hasMouse
  const text = hasMouse
    ? 'The dashboard uses the mouse again.'
    : 'The terminal uses the mouse now, so you can select text. Press M to return it to the dashboard.'
  return withEffects(showToast({ ...state, hasMouse }, text), { do: 'mouse', isOn: hasMouse })
}

function openPage(state: State): State {
  const { me, open, conversation, traffic, selection, url } = state
  const call = traffic.find(({ id }) => id === selection.traffic)
  const chat = open === null ? {} : { chat: open }
  const message = conversation.selected === null ? {} : { message: conversation.selected }
  const fragment = pageFragment({
    phones: me === null ? [] : [{ person: me, ...chat, ...message }],
    panel: 'traffic',
    ...(call?.kind === 'call' && { call: call.call.id }),
  })
  return withEffects(state, { do: 'open-page', address: `${url}${CONTROL_PATH}/${fragment}` })
}

const quit = (state: State): State => withEffects(state, { do: 'quit' })

function leave(state: State): State {
  if (state.isPersistent) return quit(state)
  return openMenu(state, 'quit? the world is only in memory', [
    { label: 'quit and delete the world', action: 'quit', params: {} },
  ])
}

export const terminalCommands = {
  mouse: command({ browse: 'M' }, 'let the terminal use the mouse to select text, or let the dashboard use it', mouse),
  help: inPalette('Lists all keys.', command({ browse: '?', past: '? f1', anywhere: 'f1' }, 'help', help, 0)),
  openPage: inPalette(
    'Shows the open chat on the web page, in a browser.',
    command({ browse: 'O' }, 'show the open chat on the web page, in a browser', openPage),
  ),
  leave: command({ browse: 'q' }, 'quit', leave, 15),
  quit: inPalette('Ends the dashboard.', command({ anywhere: 'ctrl-c', past: 'ctrl-c' }, 'quit', quit)),
  suspend: command({ anywhere: 'ctrl-z' }, 'suspend; fg resumes', (state) => withEffects(state, { do: 'suspend' })),
  redraw: command({ anywhere: 'ctrl-l' }, 'redraw', (state) => withEffects(state, { do: 'redraw' })),
}

function openClock(state: State): State {
  const overlay = { kind: 'clock', input: EMPTY_INPUT, selected: 0, error: null, deadlines: [] } as const
  return withEffects(pushOverlay(state, overlay), { do: 'load-deadlines' })
}

export const clockCommands = {
  time: inPalette('Advances, freezes or sets the clock.', command({ browse: 't' }, 'time', openClock, 12)),
}
