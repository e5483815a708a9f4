// A form: what it does, its fields, what is wrong, and what could be written in the field at hand.

import type { ReactNode } from 'react'
import { type Form, wantedIn } from '../state/form.ts'
import type { State } from '../state/state.ts'
import { fieldSuggestions } from '../state/suggest.ts'
import { clip, width, wrap } from '../text/text.ts'
import type { Room } from './pane.tsx'
import { suggestionRows } from './suggestions.tsx'
import { TextInput } from './text-input.tsx'
import { signsOf } from './theme.ts'
import { firstShown } from './window.ts'
import { BLANK_ROW, paragraph, Row, Words } from './words.tsx'

export function formRows(state: State, form: Form, room: Room): ReactNode[] {
  const { more } = signsOf(state.look)
  const longest = Math.max(0, ...form.fields.map((field) => width(field.name)))
  const wide = Math.min(longest, Math.floor(room.width / 3)) + 2
  const head = [...paragraph(wrap(form.summary, room.width), 'dim'), BLANK_ROW]
  const tail = [
    ...(form.error ? paragraph(wrap(form.error, room.width), 'bad') : []),
    ...(form.busy ? paragraph([`working ${more}`], 'dim') : []),
    ...(room.height > 12 ? [BLANK_ROW] : []),
    ...suggestionRows(fieldSuggestions(state, form), form.suggestion, state.look),
  ]
  const space = Math.max(1, room.height - head.length - tail.length)
  const first = firstShown(form.fields.length, form.at, space)
  const fields = form.fields.slice(first, first + space).map((field, i) => {
    const isHere = first + i === form.at
    const isEmpty = field.input.text === ''
    const wanted = isEmpty ? wantedIn(field) : ''
    return (
      <Row key={field.path.join('.')} on={{ field: first + i }}>
        <Words as={isHere ? 'strong' : 'dim'}>
          {`${isHere ? '> ' : '  '}${clip(field.name, wide, more).padEnd(wide)}`}
        </Words>
        {isHere ? <TextInput input={field.input} /> : <Words>{field.input.text}</Words>}
        {isEmpty && field.required && <Words as="mark"> needed</Words>}
        {wanted !== '' && <Words as="dim">{` (${wanted})`}</Words>}
      </Row>
    )
  })
  return [...head, ...fields, ...tail]
}
