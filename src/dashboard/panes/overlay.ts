// The overlays, such as menus, forms and help: boxes on top of the panes.

import { dayOf, secondOf } from '../../describe/time.ts'
import { keyName } from '../commands/command.ts'
import { paletteItems } from '../commands/palette.ts'
import { inspectorLines, inspectorPane } from '../inspector/inspector-pane.ts'
import { clockItems, emulatorTime } from '../state/clock.ts'
import { inspectorWidth, isInspectorOnTop } from '../state/layout.ts'
import type { Overlay, State } from '../state/state.ts'
import type { Look } from '../terminal/look.ts'
import { padToWidth, width } from '../text/cells.ts'
import { BLANK, type Line, lineOf, type Piece, textLines } from '../text/line.ts'
import { signsOf } from '../text/style.ts'
import { inputPieces, listLines } from './lists.ts'
import { photoRows } from './message-lines.ts'
import { formLines, helpPage } from './overlay-lines.ts'
import { inside, type PaneView, type Room } from './pane.ts'

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

export function overlayView(state: State, overlay: OnTop, room: Room): PaneView {
  switch (overlay.kind) {
    case 'inspector':
      return inspectorPane(state, room, true)
    case 'help':
      return { title: 'keys', lines: helpPage(overlay, room) }
    case 'palette':
      return { title: 'do anything', lines: paletteLines(state, overlay, room) }
    case 'form':
      return { title: overlay.form.action, lines: formLines(state, overlay.form, room) }
    case 'menu':
      return { title: overlay.title, lines: menuLines(state, overlay, room) }
    case 'save':
      return { title: saveTitle(overlay), lines: saveLines(overlay, room, state.look) }
    case 'picture':
      return { title: overlay.title, lines: pictureLines(overlay, room, state.look) }
    case 'clock':
      return { title: 'the clock', lines: clockLines(state, overlay, room) }
  }
}

function menuLines({ actions, look }: State, { items, selected }: Overlay & { kind: 'menu' }, room: Room): Line[] {
  const labelWidth = Math.max(0, ...items.map(({ label }) => width(label))) + 4
  const rows = items.map(({ label, action, opensForm }): Piece[] => {
    const summary = label === action ? actions.find((one) => one.name === action)?.summary : undefined
    return [[padToWidth(`${label}${opensForm ? ` ${signsOf(look).more}` : ''}`, labelWidth)], [summary ?? '', 'dim']]
  })
  return listLines(rows, selected, room.height)
}

const PROMPT = ': '

function paletteLines(state: State, { filter, selected }: Overlay & { kind: 'palette' }, room: Room): Line[] {
  const nameWidth = Math.max(0, ...paletteItems(state, '').map((one) => width(one.name))) + 2
  const items = paletteItems(state, filter.text).map(({ name, summary, key }): Piece[] => [
    [padToWidth(name, nameWidth), 'strong'],
    [key === undefined ? '' : `${keyName(key)}  `, 'key'],
    [summary, 'dim'],
  ])
  return [
    lineOf([PROMPT, 'key'], ...inputPieces(filter, room.width - PROMPT.length, state.look)),
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

function saveTitle({ file, step }: Overlay & { kind: 'save' }): string {
  if (file) return 'save the file'
  return step === null ? 'save the recording' : `step ${step + 1}`
}

const STEP = 'The step, as the scenario will contain it.'

function saveLines({ input, error, step, file }: Overlay & { kind: 'save' }, room: Room, look: Look): Line[] {
  const label = step === null ? 'file  ' : ''
  const scenario = step === null ? 'The recording becomes a scenario: a file of steps and expectations.' : STEP
  return [
    ...textLines(file ? `The ${file.kind} ${file.name}` : scenario, room.width, 'dim'),
    BLANK,
    lineOf([label, 'strong'], ...inputPieces(input, room.width - label.length, look)),
    ...(error ? [BLANK, ...textLines(error, room.width, 'bad')] : []),
  ]
}

/** Returns no lines if the picture is not loaded yet, or if the terminal itself draws it. */
function pictureLines({ photo }: Overlay & { kind: 'picture' }, room: Room, look: Look): Line[] {
  if (!photo) return []
  const rows = photoRows(photo, room.width, look)
  if (rows.length) return rows.map((pieces) => ({ pieces }))
  return textLines('This terminal cannot draw the picture. o opens the file, s saves it.', room.width, 'dim')
}
