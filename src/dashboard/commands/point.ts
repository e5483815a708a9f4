// What a click does, and the wheel.

import {
  changed,
  topOf,
  withChosen,
  withComposer,
  withFilter,
  withInspector,
  withoutTop,
  withTalk,
} from '../state/change.ts'
import { toPane } from '../state/roster.ts'
import type { Pane, Pointed, State } from '../state/state.ts'
import type { Target } from '../text/line.ts'
import { withoutChip } from '../traffic/filter.ts'
import { down, downOrWrite, openChosen, tap, up, write } from './browse.ts'
import { complete } from './compose.ts'
import { completeField } from './fill-form.ts'
import { actOnLine, leaveInspector, toInspector } from './inspect.ts'
import { setTime } from './menus.ts'
import { choose, overlayDown, overlayUp } from './on-top.ts'
import { pressOrOpen } from './talk.ts'
import { unfold } from './traffic.ts'

export function wheel(state: State, { place }: Pointed, by: 1 | -1): State {
  if (place === 'top') return by < 0 ? overlayUp(state) : overlayDown(state)
  if (place === 'header' || place === 'compose' || place === 'bottom' || place === 'behind') return state
  // Below the newest message, where whoever writes is, there is nothing to scroll to.
  if (place === 'talk' && by > 0) return state.focus === 'talk' ? downOrWrite(state) : state
  const there = atPane(state, place)
  // What is seen is the end of the chat: the first turn only takes hold of it.
  if (place === 'talk' && state.talk.selected === null) return there
  return by < 0 ? up(there) : down(there)
}

export function click(state: State, { place, on }: Pointed): State {
  switch (place) {
    case 'behind':
      return state.overlays.length ? withoutTop(state) : leaveInspector(state)
    case 'top':
      return clickOnTop(state, on)
    case 'compose':
      return clickBelow(state, on)
    case 'bottom':
    case 'header':
      return state
    default:
      return clickIn({ ...state, find: null }, place, on)
  }
}

function atPane(state: State, pane: Pane): State {
  if (pane !== 'inspector') return toPane(state, pane)
  return state.focus === 'inspector' ? state : toInspector(state)
}

function clickIn(state: State, pane: Pane, on: Target): State {
  const { chat, message, button, entry, chip, line } = on
  if (chip !== undefined) {
    const traffic = withoutChip(state.filters.traffic, chip)
    return toPane(withFilter(state, { traffic }), 'traffic')
  }
  if (chat !== undefined) return openChosen(withChosen({ ...state, focus: 'chats' }, { chats: chat }))
  if (entry !== undefined) {
    const isAgain = state.focus === 'traffic' && state.chosen.traffic === entry
    const there = toPane(withChosen(state, { traffic: entry }), 'traffic')
    return isAgain ? unfold(there) : there
  }
  if (line !== undefined) {
    if (state.focus === 'inspector' && state.inspector.line === line) return actOnLine(state)
    const there = atPane(state, 'inspector')
    return withInspector(there, { line })
  }
  if (message === undefined) return atPane(state, pane)
  const at = withTalk({ ...state, focus: 'talk' }, { selected: message, button: button ?? 0 })
  return button === undefined ? at : pressOrOpen(at)
}

function clickOnTop(state: State, { item, field, suggestion }: Target): State {
  const top = topOf(state)
  if (top?.kind === 'form') {
    if (suggestion !== undefined) return completeField(changed(state, { ...top, form: { ...top.form, suggestion } }))
    return field === undefined ? state : changed(state, { ...top, form: { ...top.form, at: field, suggestion: 0 } })
  }
  if (!top || !('selected' in top) || item === undefined) return state
  const at = changed(state, { ...top, selected: item })
  return top.kind === 'clock' ? setTime(at) : choose(at)
}

function clickBelow(state: State, { key, suggestion }: Target): State {
  if (state.overlays.length || state.find) return state
  if (key !== undefined) return tap(withChosen(state, { keyboard: key }))
  if (suggestion !== undefined) return complete(withComposer(state, { suggestion }))
  return write(state)
}
