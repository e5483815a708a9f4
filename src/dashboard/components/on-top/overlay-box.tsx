// What lies on top of the panes: one box in the middle of the screen.

import { Box, Text } from 'ink'
import type { ReactNode } from 'react'
import { paletteItems } from '../../forms/palette.ts'
import { inspectorLines, inspectorTitle } from '../../inspector/inspector-lines.ts'
import { KEYS, keyName } from '../../keys.ts'
import { clockItems, nowOf } from '../../state/clock.ts'
import { inspectorWidth, isInspectorOnTop } from '../../state/layout.ts'
import type { Overlay, State } from '../../state/state.ts'
import type { Look } from '../../terminal/look.ts'
import { padded, width } from '../../text/cells.ts'
import { dayOf, secondOf } from '../../text/when.ts'
import { inside, Pane, type Room } from '../frame/pane.tsx'
import { signsOf } from '../frame/theme.ts'
import { partOf, shownOf } from '../frame/window.ts'
import { BLANK_ROW, paragraph, Row, TextInput, Words } from '../frame/words.tsx'
import { inspectorRows } from '../panes/inspector-pane.tsx'
import { photoRows } from '../panes/photo-rows.tsx'
import { formRows } from './form-rows.tsx'
import { helpRows } from './help-rows.tsx'

const WIDE = 110
const NARROW = 84
const LOWEST = 8

/** What lies on top of the panes: an overlay, or the inspector where it has no place beside them. */
export type OnTop = Overlay | { kind: 'inspector' }

/** The uppermost is the last. */
export const onTopOf = (state: State): OnTop[] => [
  ...(isInspectorOnTop(state) ? [{ kind: 'inspector' } as const] : []),
  ...state.overlays.slice(-1),
]

/** Covers what is below it. */
export function OverlayBox({ state, overlay, screen }: { state: State; overlay: OnTop; screen: Room }) {
  const room = roomOf(state, overlay, screen)
  return (
    <Box position="absolute" {...placeOf(room, screen)} {...room}>
      {!state.look.spoken && (
        <Box position="absolute">
          <Text>{Array(room.height).fill(' '.repeat(room.width)).join('\n')}</Text>
        </Box>
      )}
      <Pane title={titleOf(state, overlay)} room={room} isHere>
        {rowsOf(state, overlay, inside(room, state.look))}
      </Pane>
    </Box>
  )
}

/** Where a box lies on the panes. */
export const placeOf = (room: Room, screen: Room) => ({
  left: Math.floor((screen.width - room.width) / 2),
  top: Math.floor((screen.height - room.height) / 3),
})

/** How much of the screen it wants. */
export function roomOf(state: State, overlay: OnTop, screen: Room): Room {
  const isInspector = overlay.kind === 'inspector'
  if (!isInspector && (state.look.spoken || screen.width < 80 || overlay.kind === 'picture')) return screen
  const wanted = isInspector ? inspectorWidth(state) : overlay.kind === 'help' ? WIDE : NARROW
  const wide = Math.min(wanted, screen.width)
  if (overlay.kind === 'palette') return { width: wide, height: screen.height }
  const inner = inside({ width: wide, height: screen.height }, state.look)
  const rows = isInspector ? inspectorLines(state).length : rowsOf(state, overlay, inner).length
  return { width: wide, height: Math.min(screen.height, Math.max(LOWEST, rows + 2)) }
}

function titleOf(state: State, overlay: OnTop): string {
  switch (overlay.kind) {
    case 'inspector':
      return inspectorTitle(state)
    case 'help':
      return 'keys'
    case 'palette':
      return 'do anything'
    case 'form':
      return overlay.form.action
    case 'save':
      if (overlay.file) return 'save the file'
      return overlay.step === null ? 'save what was recorded' : `step ${overlay.step + 1}`
    case 'clock':
      return 'the clock'
    default:
      return overlay.title
  }
}

export function rowsOf(state: State, overlay: OnTop, room: Room): readonly ReactNode[] {
  switch (overlay.kind) {
    case 'inspector':
      return inspectorRows(state, room, true)
    case 'help':
      return partOf(helpRows(room.width), overlay.scroll, room.height)
    case 'palette':
      return paletteRows(state, overlay, room)
    case 'form':
      return formRows(state, overlay.form, room)
    case 'menu':
      return menuRows(state, overlay, room)
    case 'save':
      return saveRows(overlay, room)
    case 'picture':
      return pictureRows(overlay, room, state.look)
    case 'clock':
      return clockRows(state, overlay, room)
  }
}

function menuRows({ actions, look }: State, { items, selected }: Overlay & { kind: 'menu' }, room: Room): ReactNode[] {
  const wide = Math.max(0, ...items.map(({ says }) => width(says))) + 4
  const rows = items.map(({ says, action, ask }) => {
    const summary = says === action ? actions.find((one) => one.name === action)?.summary : undefined
    return (
      <>
        <Words>{padded(`${says}${ask ? ` ${signsOf(look).more}` : ''}`, wide)}</Words>
        <Words as="dim">{summary ?? ''}</Words>
      </>
    )
  })
  return chosenOf(rows, selected, room)
}

/** The key that does the same without the palette. */
const keyOf = (command: string) => keyName(KEYS.find(({ does }) => does === command)?.keys[0] ?? '')

const PROMPT = ': '

function paletteRows(state: State, { filter, selected }: Overlay & { kind: 'palette' }, room: Room): ReactNode[] {
  const wide = Math.max(0, ...paletteItems(state, '').map((one) => width(one.name))) + 2
  const items = paletteItems(state, filter.text).map(({ name, summary, hasKey }) => (
    <>
      <Words as="strong">{padded(name, wide)}</Words>
      <Words as="key">{hasKey ? `${keyOf(name)}  ` : ''}</Words>
      <Words as="dim">{summary}</Words>
    </>
  ))
  return [
    <Row key="filter">
      <Words as="key">{PROMPT}</Words>
      <TextInput input={filter} room={room.width - PROMPT.length} />
    </Row>,
    BLANK_ROW,
    ...(items.length
      ? chosenOf(items, selected, { ...room, height: room.height - 2 })
      : paragraph('  Nothing is called so.', room.width, 'dim')),
  ]
}

const GO_TO = 'go to  '

function clockRows(state: State, overlay: Overlay & { kind: 'clock' }, room: Room): ReactNode[] {
  const now = nowOf(state)
  const items = clockItems(state, overlay).map(({ says, params }) => (
    <>
      <Words as="dim">{typeof params.at === 'number' ? `${dayOf(params.at)} ${secondOf(params.at)}  ` : ''}</Words>
      <Words>{says}</Words>
    </>
  ))
  const head = [
    ...paragraph(`${dayOf(now)} ${secondOf(now)}${state.clock.frozen ? ', frozen' : ''}`, room.width, 'dim'),
    <Row key="input">
      <Words as="strong">{GO_TO}</Words>
      <TextInput input={overlay.input} room={room.width - GO_TO.length} />
      <Words as="dim">{overlay.input.text === '' ? ' +48h, tomorrow 9:00, a date' : ''}</Words>
    </Row>,
    ...(overlay.error ? paragraph(overlay.error, room.width, 'bad') : []),
    BLANK_ROW,
  ]
  const selected = overlay.input.text === '' ? overlay.selected : -1
  return [...head, ...chosenOf(items, selected, { ...room, height: room.height - head.length })]
}

const STEP = 'As the scenario is to say it.'

function saveRows({ input, error, step, file }: Overlay & { kind: 'save' }, room: Room): ReactNode[] {
  const label = step === null ? 'file  ' : ''
  const scenario = step === null ? 'What was played becomes a scenario: a file of steps and expectations.' : STEP
  return [
    ...paragraph(file ? `The ${file.kind} ${file.name}` : scenario, room.width, 'dim'),
    BLANK_ROW,
    <Row key="file">
      <Words as="strong">{label}</Words>
      <TextInput input={input} room={room.width - label.length} />
    </Row>,
    ...(error ? [BLANK_ROW, ...paragraph(error, room.width, 'bad')] : []),
  ]
}

/** Nothing where the terminal draws it. */
function pictureRows({ photo }: Overlay & { kind: 'picture' }, room: Room, look: Look): ReactNode[] {
  if (!photo) return []
  const rows = photoRows(photo, room.width, look)
  if (!rows.length) return paragraph('This terminal draws no picture; o opens the file, s saves it.', room.width, 'dim')
  return rows.map((row, y) => <Row key={y}>{row}</Row>)
}

/** A list of rows, one of them chosen, as far as there is room. */
function chosenOf(items: readonly ReactNode[], selected: number, { width, height }: Room): ReactNode[] {
  return shownOf(items, selected, height).map(({ item, i }) => {
    const isChosen = i === selected
    return (
      <Row key={i} on={{ item: i }} chosen={isChosen && width}>
        <Words>{isChosen ? '> ' : '  '}</Words>
        {item}
      </Row>
    )
  })
}
