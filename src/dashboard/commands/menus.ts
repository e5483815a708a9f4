// Commands that open menus, help and the clock, and commands of the dashboard itself.

import { parseMoment, parseSpan } from '../../describe/time.ts'
import { NOTHING } from '../forms/input.ts'
import { done, knownValues, openForm, takeItem } from '../forms/open-form.ts'
import { changed, menu, offered, onTop, overlaid, tell, withEffects, withoutTop } from '../state/change.ts'
import { clockItems, nowOf } from '../state/clock.ts'
import { isBlocked } from '../state/model.ts'
import { openChat } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { command, inPalette } from './command.ts'

/** Offers the actions of the open chat. */
function chatMenu(state: State): State {
  const chat = openChat(state)
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

const help = (state: State): State => (onTop(state, 'help') ? state : overlaid(state, { kind: 'help', scroll: 0 }))

/** Gives the mouse to the terminal, which selects text with it, or takes it back. */
function mouse(state: State): State {
  const hasMouse = !state.hasMouse
  const says = hasMouse ? 'The mouse points here again.' : 'The terminal selects text now; M takes the mouse back.'
  return withEffects(tell({ ...state, hasMouse }, says), { do: 'mouse', isOn: hasMouse })
}

const quit = (state: State): State => withEffects(state, { do: 'quit' })

/** Asks first if the world is not kept. */
function leave(state: State): State {
  if (state.isKept) return quit(state)
  return menu(state, 'nothing is kept', [{ says: 'end it, and the world with it', action: 'quit', params: {} }])
}

export const terminalCommands = {
  mouse: command({ browse: 'M' }, 'leave the mouse to the terminal, which selects text, or take it back', mouse),
  help: inPalette('Names all keys.', command({ browse: '?', anywhere: 'f1' }, 'help', help, 0)),
  leave: command({ browse: 'q' }, 'quit', leave, 15),
  quit: inPalette('Ends the dashboard.', command({ anywhere: 'ctrl-c' }, 'quit', quit)),
  suspend: command({ anywhere: 'ctrl-z' }, 'into the background; fg brings it back', (state) =>
    withEffects(state, { do: 'suspend' }),
  ),
  redraw: command({ anywhere: 'ctrl-l' }, 'draw anew', (state) => withEffects(state, { do: 'redraw' })),
}

function time(state: State): State {
  const overlay = { kind: 'clock', input: NOTHING, selected: 0, error: null, expiring: [] } as const
  return withEffects(overlaid(state, overlay), { do: 'look-at-clock' })
}

/** Goes to the moment that is written, or does what is chosen. */
export function setTime(state: State): State {
  const top = onTop(state, 'clock')
  if (!top) return state
  const text = top.input.text.trim()
  if (text === '') {
    const item = clockItems(state, top)[top.selected]
    return item ? takeItem(withoutTop(state), item) : state
  }
  const seconds = parseSpan(text)
  if (seconds !== undefined) return done(withoutTop(state), 'advanceClock', { seconds })
  const at = parseMoment(text, nowOf(state))
  if (at === undefined) return changed(state, { ...top, error: NO_MOMENT })
  return done(withoutTop(state), 'setClock', { at })
}

const NO_MOMENT = 'Write +48h, tomorrow 9:00, 18:30 or 2027-03-01 12:00.'

export const clockCommands = {
  time: inPalette('Jumps, freezes or sets the clock.', command({ browse: 't' }, 'time', time, 12)),
  setTime: command({ clock: 'enter' }, 'go there, or do what is chosen', setTime, 1),
}
