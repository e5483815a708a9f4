// A form: what it does, its fields, what is wrong, and what could be written in the field at hand.

import type { ReactNode } from 'react'
import { type Field, type Form, wantedIn } from '../../forms/form.ts'
import { fieldSuggestions } from '../../forms/suggest.ts'
import type { State } from '../../state/state.ts'
import { clip, padded, width } from '../../text/cells.ts'
import type { Room } from '../frame/pane.tsx'
import { signsOf } from '../frame/theme.ts'
import { shownOf } from '../frame/window.ts'
import { BLANK_ROW, paragraph, Row, TextInput, Words } from '../frame/words.tsx'
import { suggestionRows } from '../panes/suggestion-rows.tsx'

/** An error, and the suggestions. */
const LOWEST_TAIL = 3
const HIGHEST_TAIL = 7

export function formRows(state: State, form: Form, room: Room): ReactNode[] {
  const { more } = signsOf(state.look)
  const named = ({ name, required }: Field) => `${name}${required ? ' *' : ''}`
  const longest = Math.max(0, ...form.fields.map((field) => width(named(field))))
  const wide = Math.min(longest, Math.floor(room.width / 3)) + 2
  const head = [...paragraph(`${form.summary} (* is needed)`, room.width, 'dim'), BLANK_ROW]
  const below = [
    ...(form.error ? paragraph(form.error, room.width, 'bad') : [BLANK_ROW]),
    ...(form.busy ? paragraph(`working ${more}`, room.width, 'dim') : []),
    ...suggestionRows(fieldSuggestions(state, form), form.suggestion, state.look),
  ]
  // Always as many, so that nothing moves while somebody types.
  const rest = room.height - head.length - form.fields.length
  const tail = Array.from(
    { length: Math.max(LOWEST_TAIL, Math.min(HIGHEST_TAIL, rest)) },
    (_, i) => below[i] ?? BLANK_ROW,
  )
  const space = Math.max(1, room.height - head.length - tail.length)
  const fields = shownOf(form.fields, form.at, space).map(({ item: field, i }) => {
    const isHere = i === form.at
    const isEmpty = field.input.text === ''
    const wanted = isEmpty ? wantedIn(field) : ''
    return (
      <Row key={field.path.join('.')} on={{ field: i }}>
        <Words as={isHere ? 'strong' : 'dim'}>
          {`${isHere ? '> ' : '  '}${padded(clip(named(field), wide, more), wide)}`}
        </Words>
        {isHere ? <TextInput input={field.input} room={room.width - wide - 2} /> : <Words>{field.input.text}</Words>}
        {isEmpty && field.required && <Words as="mark"> needed</Words>}
        {wanted !== '' && <Words as="dim">{` (${wanted})`}</Words>}
      </Row>
    )
  })
  return [...head, ...fields, ...tail]
}
