// What lies on top of the panes: one box in the middle of the screen.

import { wantedIn } from '../state/form.ts'
import { paletteItems } from '../state/overlays.ts'
import type { Overlay, State } from '../state/state.ts'
import { fieldSuggestions } from '../state/suggest.ts'
import { type Line, span } from '../terminal/line.ts'
import { clip, width, wrap } from '../terminal/text.ts'
import { signsOf } from '../terminal/theme.ts'
import { firstShown } from '../terminal/window.ts'
import { botLines, botTitle } from './bot.ts'
import { chosenOf } from './chosen.ts'
import { cursorIn, suggestionLines } from './composer.ts'
import { framed, inside, type Room } from './frame.ts'
import { helpLines } from './help.ts'

export function overlayPane(state: State, overlay: Overlay, room: Room): Line[] {
  const inner = inside(room, state.look)
  return framed(titleOf(state, overlay), linesOf(state, overlay, inner), room, state.look, true)
}

/** How much of the screen it wants. */
export function overlayRoom(state: State, overlay: Overlay, screen: Room): Room {
  if (state.look.spoken || screen.width < 80) return screen
  const wide = overlay.kind === 'detail' || overlay.kind === 'help' ? 110 : 84
  const inner = inside(screen, state.look)
  const wanted = linesOf(state, overlay, { width: Math.min(wide, screen.width) - 4, height: inner.height }).length + 2
  const height = overlay.kind === 'palette' ? screen.height : Math.min(screen.height, Math.max(8, wanted))
  return { width: Math.min(wide, screen.width), height }
}

function titleOf(state: State, overlay: Overlay): string {
  switch (overlay.kind) {
    case 'help':
      return 'keys'
    case 'palette':
      return 'do anything'
    case 'form':
      return overlay.form.action
    case 'save':
      return 'save what was recorded'
    case 'bot':
      return botTitle(state, overlay)
    default:
      return overlay.title
  }
}

function linesOf(state: State, overlay: Overlay, room: Room): Line[] {
  switch (overlay.kind) {
    case 'help':
      return scrolled(helpLines(room.width), overlay.scroll, room.height)
    case 'palette':
      return paletteLines(state, overlay, room)
    case 'form':
      return formLines(state, overlay, room)
    case 'detail':
      return scrolled(detailLines(overlay.text, room.width), overlay.scroll, room.height)
    case 'menu':
      return menuLines(state, overlay, room)
    case 'bot':
      return botLines(state, overlay, room)
    case 'save':
      return saveLines(state, overlay)
  }
}

/** Never past the end. */
function scrolled(lines: readonly Line[], scroll: number, room: number): Line[] {
  const first = Math.max(0, Math.min(scroll, lines.length - room))
  return lines.slice(first, first + room)
}

const ESCAPED = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

/** JSON, where what cannot be seen is written out. */
function detailLines(text: string, room: number): Line[] {
  const visible = text.replace(ESCAPED, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return visible.split('\n').flatMap((one): Line[] => {
    const lead = /^\s*/.exec(one)![0]
    const style = /^(why|rule): /.test(one) ? 'warn' : 'plain'
    return wrap(one.slice(lead.length), room - lead.length).map((part) => [span(lead), span(part, style)])
  })
}

function menuLines({ actions }: State, { items, selected }: Overlay & { kind: 'menu' }, room: Room): Line[] {
  const summaries = items.map(({ says, action }) =>
    says === action ? (actions.find((one) => one.name === action)?.summary ?? '') : '',
  )
  const wide = Math.max(0, ...items.map(({ says }) => width(says))) + 2
  const lines = items.map(
    ({ says }, i): Line => [span(summaries[i] ? says.padEnd(wide) : says), span(summaries[i]!, 'dim')],
  )
  return chosenOf(lines, selected, room)
}

function paletteLines(state: State, { filter, selected }: Overlay & { kind: 'palette' }, room: Room): Line[] {
  const items = paletteItems(state, filter.text)
  const wide = Math.max(0, ...paletteItems(state, '').map((one) => width(one.name))) + 2
  const lines = items.map(({ name, summary }): Line => [span(name.padEnd(wide), 'strong'), span(summary, 'dim')])
  const list = lines.length
    ? chosenOf(lines, selected, { ...room, height: room.height - 2 })
    : [[span('  Nothing is called so.', 'dim')]]
  return [[span(': ', 'key'), ...cursorIn(filter, state.look)], [], ...list]
}

function formLines(state: State, { form }: Overlay & { kind: 'form' }, room: Room): Line[] {
  const longest = Math.max(0, ...form.fields.map((field) => width(field.name)))
  const wide = Math.min(longest, Math.floor(room.width / 3)) + 2
  const error = form.error ? wrap(form.error, room.width).map((one): Line => [span(one, 'bad')]) : []
  const suggestions = suggestionLines(fieldSuggestions(state, form), form.suggestion, state.look, room.width)
  const head: Line[] = [...wrap(form.summary, room.width).map((one): Line => [span(one, 'dim')]), []]
  const tail: Line[] = [
    ...error,
    ...(form.busy ? [[span('working …', 'dim')] as Line] : []),
    ...(room.height > 12 ? [[]] : []),
    ...suggestions,
  ]
  const space = Math.max(1, room.height - head.length - tail.length)
  const first = firstShown(form.fields.length, form.at, space)
  const fields = form.fields.slice(first, first + space).map((field, i): Line => {
    const isHere = first + i === form.at
    const label = `${isHere ? '> ' : '  '}${clip(field.name, wide, signsOf(state.look).more).padEnd(wide)}`
    const value = isHere ? cursorIn(field.input, state.look) : [span(field.input.text)]
    const isEmpty = field.input.text === ''
    const needed = isEmpty && field.required ? [span(' needed', 'mark')] : []
    const hint = isEmpty ? wantedIn(field) : ''
    const wanted = hint ? [span(` (${hint})`, 'dim')] : []
    return [span(label, isHere ? 'strong' : 'dim'), ...value, ...needed, ...wanted]
  })
  return [...head, ...fields, ...tail]
}

function saveLines({ look }: State, { input, error }: Overlay & { kind: 'save' }): Line[] {
  const lines: Line[] = [
    [span('What was played becomes a scenario: a file of steps and expectations.', 'dim')],
    [],
    [span('file  ', 'strong'), ...cursorIn(input, look)],
  ]
  return error ? [...lines, [], [span(error, 'bad')]] : lines
}
