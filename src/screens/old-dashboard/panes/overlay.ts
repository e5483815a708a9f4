// The overlays, such as menus, forms and help: boxes on top of the panes.

import { dayOf, secondOf } from '../../../lib/time-text.ts'
import { CONTEXT_TITLES, INHERITED_CONTEXTS, type KeyContext, keyName } from '../commands/command.ts'
import { commandsOf } from '../commands/index.ts'
import { paletteItems } from '../commands/palette.ts'
import { type Field, type Form, hintFor } from '../forms/form.ts'
import { fieldSuggestions } from '../forms/suggest.ts'
import { inspectorLines, inspectorPane } from '../inspector/inspector-pane.ts'
import { clockItems, emulatorTime } from '../state/clock.ts'
import { inspectorWidth, isInspectorOnTop } from '../state/layout.ts'
import type { Overlay, State } from '../state/state.ts'
import { padToWidth, truncate, width, wrap } from '../text/cells.ts'
import { BLANK, type Line, lineOf, type Piece, textLines } from '../text/line.ts'
import { type Look, signsOf } from '../text/style.ts'
import {
  inputPieces,
  inside,
  listLines,
  type PaneView,
  type Room,
  suggestionLines,
  windowAround,
  windowFrom,
} from './lists.ts'
import { photoRows } from './message-lines.ts'

const WIDE = 110
const NARROW = 84
const LOWEST = 8

export type OnTop = Overlay | { kind: 'inspector' }

/** Returns the boxes on top of the panes, the uppermost last. */
export const onTopOf = (state: State): OnTop[] => [
  ...(isInspectorOnTop(state) ? [{ kind: 'inspector' } as const] : []),
  ...state.overlays.slice(-1),
]

export function boxOf(state: State, overlay: OnTop, screen: Room): Room & { left: number; top: number } {
  const { width, height } = sizeOf(state, overlay, screen)
  const left = Math.floor((screen.width - width) / 2)
  return { left, top: Math.floor((screen.height - height) / 3), width, height }
}

function sizeOf(state: State, overlay: OnTop, screen: Room): Room {
  const isInspector = overlay.kind === 'inspector'
  if (!isInspector && (state.look.isSpoken || screen.width < 80 || overlay.kind === 'picture')) return screen
  const preferredWidth = isInspector ? inspectorWidth(state) : overlay.kind === 'help' ? WIDE : NARROW
  const boxWidth = Math.min(preferredWidth, screen.width)
  if (overlay.kind === 'palette') return { width: boxWidth, height: screen.height }
  const inner = inside({ width: boxWidth, height: screen.height }, state.look)
  const rows = isInspector ? inspectorLines(state).length : overlayView(state, overlay, inner).lines.length
  return { width: boxWidth, height: Math.min(screen.height, Math.max(LOWEST, rows + 2)) }
}

type Views = { [Kind in OnTop['kind']]: (state: State, overlay: OnTop & { kind: Kind }, room: Room) => PaneView }

const VIEWS: Views = {
  inspector: (state, _, room) => inspectorPane(state, room, true),
  help: (_, overlay, room) => ({ title: 'keys', lines: helpPage(overlay, room) }),
  palette: (state, overlay, room) => ({ title: 'do anything', lines: paletteLines(state, overlay, room) }),
  form: (state, { form }, room) => ({ title: form.action, lines: formLines(state, form, room) }),
  menu: (state, overlay, room) => ({ title: overlay.title, lines: menuLines(state, overlay, room) }),
  save: saveView,
  picture: ({ look }, overlay, room) => ({ title: overlay.title, lines: pictureLines(overlay, room, look) }),
  clock: (state, overlay, room) => ({ title: 'the clock', lines: clockLines(state, overlay, room) }),
}

export const overlayView = (state: State, overlay: OnTop, room: Room): PaneView =>
  (VIEWS[overlay.kind] as (state: State, overlay: OnTop, room: Room) => PaneView)(state, overlay, room)

function menuLines({ actions, look }: State, { items, selected }: Overlay & { kind: 'menu' }, room: Room): Line[] {
  const labelWidth = Math.max(0, ...items.map(({ label }) => width(label))) + 4
  const rows = items.map(({ label, action, opensForm }): Piece[] => {
    const summary = label === action ? actions.find((one) => one.name === action)?.summary : undefined
    return [[padToWidth(`${label}${opensForm ? ` ${signsOf(look).more}` : ''}`, labelWidth)], [summary ?? '', 'dim']]
  })
  return listLines(rows, selected, room.height)
}

const PROMPT = ': '

function paletteLines(state: State, { input, selected }: Overlay & { kind: 'palette' }, room: Room): Line[] {
  const nameWidth = Math.max(0, ...paletteItems(state, '').map((one) => width(one.name))) + 2
  const items = paletteItems(state, input.text).map(({ name, summary, key }): Piece[] => [
    [padToWidth(name, nameWidth), 'strong'],
    [key === undefined ? '' : `${keyName(key)}  `, 'key'],
    [summary, 'dim'],
  ])
  return [
    lineOf([PROMPT, 'key'], ...inputPieces(input, room.width - PROMPT.length, state.look)),
    BLANK,
    ...(items.length ? listLines(items, selected, room.height - 2) : textLines('  No matches.', room.width, 'dim')),
  ]
}

const GO_TO = 'go to  '

function clockLines(state: State, overlay: Overlay & { kind: 'clock' }, room: Room): Line[] {
  const now = emulatorTime(state)
  const { input, error } = overlay
  const isEmpty = input.text === ''
  const items = clockItems(state, overlay).map(({ label, params }): Piece[] => [
    [typeof params.at === 'number' ? `${dayOf(params.at)} ${secondOf(params.at)}  ` : '', 'dim'],
    [label],
  ])
  const inputText = inputPieces(input, room.width - GO_TO.length, state.look)
  const head = [
    ...textLines(`${dayOf(now)} ${secondOf(now)}${state.clock.frozen ? ', frozen' : ''}`, room.width, 'dim'),
    lineOf([GO_TO, 'strong'], ...inputText, [isEmpty ? ' +48h, tomorrow 9:00, a date' : '', 'dim']),
    ...(error ? textLines(error, room.width, 'bad') : []),
    BLANK,
  ]
  return [...head, ...listLines(items, isEmpty ? overlay.selected : -1, room.height - head.length)]
}

function saveView({ look }: State, { input, error, step, file }: Overlay & { kind: 'save' }, room: Room): PaneView {
  const [title, about, label] = file
    ? ['save the file', `The ${file.kind} ${file.name}`, 'file  ']
    : step === null
      ? ['save the recording', 'The recording becomes a scenario: a file of steps and expectations.', 'file  ']
      : [`step ${step + 1}`, 'The step, as the scenario will contain it.', '']
  const lines = [
    ...textLines(about, room.width, 'dim'),
    BLANK,
    lineOf([label, 'strong'], ...inputPieces(input, room.width - label.length, look)),
    ...(error ? [BLANK, ...textLines(error, room.width, 'bad')] : []),
  ]
  return { title, lines }
}

/** Returns the picture as lines; none if the picture is not loaded yet, or if the terminal itself draws it. */
function pictureLines({ photo }: Overlay & { kind: 'picture' }, room: Room, look: Look): Line[] {
  if (!photo) return []
  const rows = photoRows(photo, room.width, look)
  if (rows.length) return rows.map((pieces) => ({ pieces }))
  return textLines('This terminal cannot draw the picture. o opens the file, s saves it.', room.width, 'dim')
}

const KEY_CELLS = 18

/** Returns a page of the help. It begins with the section of the pane that had the focus, until the user scrolls. */
export function helpPage({ from, scroll }: Overlay & { kind: 'help' }, { width, height }: Room): readonly Line[] {
  const lines = helpLines(width)
  const isHeading = ({ pieces }: Line) => from !== 'end' && pieces[0]?.[0] === CONTEXT_TITLES[from]
  return windowFrom(lines, (from === 'end' ? lines.length - height : lines.findIndex(isHeading)) + scroll, height)
}

function helpLines(room: number): Line[] {
  return (Object.keys(CONTEXT_TITLES) as KeyContext[]).flatMap((place, i): Line[] => {
    const inherited = INHERITED_CONTEXTS[place]?.map((one) => CONTEXT_TITLES[one]).join(', ')
    return [
      ...(i > 0 ? [BLANK] : []),
      lineOf([CONTEXT_TITLES[place], 'strong'], [inherited ? `  (and the keys of ${inherited})` : '', 'dim']),
      ...commandsOf(place).flatMap(({ keys, command }) => {
        const names = keys.map(keyName).join(' ').padEnd(KEY_CELLS)
        return wrap(command.description, room - KEY_CELLS - 3).map((line, n) =>
          lineOf([`  ${n ? ' '.repeat(KEY_CELLS) : names} `, 'key'], [line]),
        )
      }),
    ]
  })
}

const MIN_BELOW = 3
const MAX_BELOW = 7

export function formLines(state: State, form: Form, room: Room): Line[] {
  const { look } = state
  const { more } = signsOf(look)
  const nameOf = ({ name, required }: Field) => `${name}${required ? ' *' : ''}`
  const longest = Math.max(0, ...form.fields.map((field) => width(nameOf(field))))
  const nameWidth = Math.min(longest, Math.floor(room.width / 3)) + 2
  const head = [...textLines(`${form.summary} (* is required)`, room.width, 'dim'), BLANK]
  const rest = room.height - head.length - form.fields.length
  const maxBelow = Math.max(MIN_BELOW, Math.min(MAX_BELOW, rest))
  const suggestions = suggestionLines(fieldSuggestions(state, form), form.suggestion, look)
  const below = [
    ...(form.error ? textLines(form.error, room.width, 'bad', 2) : []),
    ...(form.isBusy ? textLines(`working ${more}`, room.width, 'dim', 2) : []),
    ...suggestions.map((line) => ({ ...line, indent: nameWidth })),
  ].slice(0, maxBelow)
  const space = Math.max(1, room.height - head.length - maxBelow)
  const areAllVisible = form.fields.length <= space
  const visible = windowAround(form.fields, form.at, areAllVisible ? space : Math.max(1, space - 1))
  const lines = visible.flatMap(({ item: field, i }): Line[] => {
    const isFocused = i === form.at
    const isEmpty = field.input.text === ''
    const hint = isEmpty ? hintFor(field) : ''
    const label = `${isFocused ? '> ' : '  '}${padToWidth(truncate(nameOf(field), nameWidth, more), nameWidth)}`
    const input: Piece[] = isFocused ? inputPieces(field.input, room.width - nameWidth - 2, look) : [[field.input.text]]
    const pieces: Piece[] = [
      [label, isFocused ? 'strong' : 'dim'],
      ...input,
      [isEmpty && field.required ? ' required' : '', 'warn'],
      [hint && ` (${hint})`, 'dim'],
    ]
    return [{ pieces, target: { field: i } }, ...(isFocused ? below : [])]
  })
  const above = visible[0]?.i ?? 0
  const after = form.fields.length - above - visible.length
  const counts = [...(above ? [`${above} more above`] : []), ...(after ? [`${after} more below`] : [])].join(', ')
  // Blank lines at the end keep the height of the form while the user types.
  const blank = Array<Line>(maxBelow - below.length).fill(BLANK)
  return [...head, ...lines, ...(areAllVisible ? [] : textLines(`  ${more} ${counts}`, room.width, 'dim')), ...blank]
}
