// The lines of the help, and of a form with its suggestions.

import { CONTEXT_TITLES, INHERITED_CONTEXTS, type KeyContext, keyName } from '../commands/command.ts'
import { commandsOf } from '../commands/index.ts'
import { type Field, type Form, hintFor } from '../forms/form.ts'
import { fieldSuggestions } from '../forms/suggest.ts'
import type { Overlay, State } from '../state/state.ts'
import { padToWidth, truncate, width, wrap } from '../text/cells.ts'
import { BLANK, type Line, lineOf, type Piece, textLines } from '../text/line.ts'
import { signsOf } from '../text/style.ts'
import { inputPieces, suggestionLines, windowAround, windowFrom } from './lists.ts'
import type { Room } from './pane.ts'

const KEY_CELLS = 18

/** The page begins with the section of the pane that had the focus; the scroll position moves it. */
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
