// Handles clicks and the mouse wheel.

import {
  closeOverlay,
  replaceOverlay,
  topOverlay,
  withComposer,
  withConversation,
  withFilters,
  withInspector,
  withSelection,
} from '../state/change.ts'
import { toOtherSide } from '../state/conversation.ts'
import { focusPane } from '../state/roster.ts'
import type { MouseTarget, Pane, State } from '../state/state.ts'
import type { Target } from '../text/line.ts'
import { withoutChip } from '../traffic/entries.ts'
import { down, downOrWrite, openSelectedItem, tap, up, write } from './browse.ts'
import { complete } from './compose.ts'
import { pressOrOpen } from './conversation.ts'
import { completeField } from './fill-form.ts'
import { actOnLine, leaveInspector, toInspector } from './inspect.ts'
import { choose, overlayDown, overlayUp } from './overlays.ts'
import { unfold } from './traffic.ts'

export function wheel(state: State, at: MouseTarget, by: 1 | -1): State {
  const { area } = at
  if (area === 'side') return wheel(toOtherSide(state), { ...at, area: 'conversation' }, by)
  if (area === 'top') return by < 0 ? overlayUp(state) : overlayDown(state)
  if (area === 'header' || area === 'compose' || area === 'bottom' || area === 'behind') return state
  // A conversation without the focus already shows its newest rows, so turning the wheel down does nothing.
  if (area === 'conversation' && by > 0) return state.focus === 'conversation' ? downOrWrite(state) : state
  const focused = focusPaneOrInspector(state, area)
  // The first turn of the wheel only focuses the conversation. The focus selects a visible message.
  if (area === 'conversation' && state.conversation.selected === null) return focused
  return by < 0 ? up(focused) : down(focused)
}

export function click(state: State, { area, target }: MouseTarget): State {
  if (area === 'side') return click(toOtherSide(state), { area: 'conversation', target })
  if (area === 'behind') return state.overlays.length ? closeOverlay(state) : leaveInspector(state)
  if (area === 'top') return clickOverlay(state, target)
  if (area === 'compose') return clickComposer(state, target)
  return area === 'header' || area === 'bottom' ? state : clickPane({ ...state, find: null }, area, target)
}

function focusPaneOrInspector(state: State, pane: Pane): State {
  if (pane !== 'inspector') return focusPane(state, pane)
  return state.focus === 'inspector' ? state : toInspector(state)
}

function clickPane(state: State, pane: Pane, target: Target): State {
  const { chat, message, button, entry, chip, line } = target
  if (chip !== undefined)
    return focusPane(withFilters(state, { traffic: withoutChip(state.filters.traffic, chip) }), 'traffic')
  if (chat !== undefined) return openSelectedItem(withSelection({ ...state, focus: 'chats' }, { chats: chat }))
  if (entry !== undefined) {
    const isAgain = state.focus === 'traffic' && state.selection.traffic === entry
    const focused = focusPane(withSelection(state, { traffic: entry }), 'traffic')
    return isAgain ? unfold(focused) : focused
  }
  if (line !== undefined) {
    if (state.focus === 'inspector' && state.inspector.line === line) return actOnLine(state)
    return withInspector(focusPaneOrInspector(state, 'inspector'), { line })
  }
  if (message === undefined) return focusPaneOrInspector(state, pane)
  const at = withConversation({ ...state, focus: 'conversation' }, { selected: message, button: button ?? 0 })
  return button === undefined ? at : pressOrOpen(at)
}

function clickOverlay(state: State, { item, field, suggestion }: Target): State {
  const top = topOverlay(state)
  if (top?.kind === 'form') {
    if (suggestion !== undefined)
      return completeField(replaceOverlay(state, { ...top, form: { ...top.form, suggestion } }))
    const { form } = top
    return field === undefined ? state : replaceOverlay(state, { ...top, form: { ...form, at: field, suggestion: 0 } })
  }
  if (!top || !('selected' in top) || item === undefined) return state
  return choose(replaceOverlay(state, { ...top, selected: item }))
}

function clickComposer(state: State, { key, suggestion }: Target): State {
  if (state.overlays.length || state.find) return state
  if (key !== undefined) return tap(withSelection(state, { keyboard: key }))
  if (suggestion !== undefined) return complete(withComposer(state, { suggestion }))
  return write(state)
}
