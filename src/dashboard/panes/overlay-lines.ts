// The lines of the help, and of a form with its suggestions.

import { ALSO, keyName, PLACES, type Place } from '../commands/command.ts'
import { commandsOf } from '../commands/index.ts'
import { type Field, type Form, wantedIn } from '../forms/form.ts'
import { fieldSuggestions } from '../forms/suggest.ts'
import type { State } from '../state/state.ts'
import { clip, padded, width, wrap } from '../text/cells.ts'
import { BLANK, type Line, lineOf, type Piece, textLines } from '../text/line.ts'
import { signsOf } from '../text/style.ts'
import { inputPieces, shownOf, suggestionLines } from './lists.ts'
import type { Room } from './pane.ts'

const KEY_CELLS = 18

export function helpLines(room: number): Line[] {
  return (Object.keys(PLACES) as Place[]).flatMap((place, i): Line[] => {
    const also = ALSO[place]?.map((one) => PLACES[one]).join(', ')
    return [
      ...(i > 0 ? [BLANK] : []),
      lineOf([PLACES[place], 'strong'], [also ? `  (besides the keys for ${also})` : '', 'dim']),
      ...commandsOf(place).flatMap(({ keys, command }) => {
        const names = keys.map(keyName).join(' ').padEnd(KEY_CELLS)
        return wrap(command.says, room - KEY_CELLS - 3).map((line, n) =>
          lineOf([`  ${n ? ' '.repeat(KEY_CELLS) : names} `, 'key'], [line]),
        )
      }),
    ]
  })
}

/** The lines below the fields: an error, and the suggestions. */
const MIN_TAIL = 3
const MAX_TAIL = 7

export function formLines(state: State, form: Form, room: Room): Line[] {
  const { look } = state
  const { more } = signsOf(look)
  const named = ({ name, required }: Field) => `${name}${required ? ' *' : ''}`
  const longest = Math.max(0, ...form.fields.map((field) => width(named(field))))
  const wide = Math.min(longest, Math.floor(room.width / 3)) + 2
  const head = [...textLines(`${form.summary} (* is needed)`, room.width, 'dim'), BLANK]
  const below = [
    ...(form.error ? textLines(form.error, room.width, 'bad') : [BLANK]),
    ...(form.busy ? textLines(`working ${more}`, room.width, 'dim') : []),
    ...suggestionLines(fieldSuggestions(state, form), form.suggestion, look),
  ]
  // Their number does not change during typing, so that nothing moves.
  const rest = room.height - head.length - form.fields.length
  const tail = Array.from({ length: Math.max(MIN_TAIL, Math.min(MAX_TAIL, rest)) }, (_, i) => below[i] ?? BLANK)
  const space = Math.max(1, room.height - head.length - tail.length)
  const fields = shownOf(form.fields, form.at, space).map(({ item: field, i }): Line => {
    const isHere = i === form.at
    const isEmpty = field.input.text === ''
    const wanted = isEmpty ? wantedIn(field) : ''
    const label = `${isHere ? '> ' : '  '}${padded(clip(named(field), wide, more), wide)}`
    const written: Piece[] = isHere ? inputPieces(field.input, room.width - wide - 2, look) : [[field.input.text]]
    const pieces: Piece[] = [
      [label, isHere ? 'strong' : 'dim'],
      ...written,
      [isEmpty && field.required ? ' needed' : '', 'mark'],
      [wanted && ` (${wanted})`, 'dim'],
    ]
    return { pieces, on: { field: i } }
  })
  return [...head, ...fields, ...tail]
}
