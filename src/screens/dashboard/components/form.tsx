// The form of an action: its fields, and the values of one of them.

import { Box } from 'ink'
import { valuesOf } from '../forms/field-values.ts'
import { type Field, type Form, hintFor } from '../forms/form.ts'
import { labelOf } from '../forms/labels.ts'
import { useEmulator, useSignal, useValue } from '../hooks/use-emulator.ts'
import { Clickable } from '../hooks/use-mouse.tsx'
import { replaceOverlay } from '../screen/screen.ts'
import { width as cellsOf, wrap } from '../text/cells.ts'
import { Suggestions } from './composer.tsx'
import { Selectable } from './list.tsx'
import { FRAME, Overlay } from './pane.tsx'
import { TextField } from './text-field.tsx'
import { Words } from './words.tsx'

const MAX_WIDTH = 90
const VALUE_ROWS = 6

const nameOf = ({ name, required }: Field) => `${name.replaceAll('_', ' ')}${required ? ' *' : ''}`

export function FormFields({ form }: { form: Form }) {
  const screen = useEmulator()
  const size = useSignal(screen.size)
  const values = useValue((one) => {
    const top = one.overlays.value.at(-1)
    return top?.kind === 'form' ? valuesOf(one, top.form) : []
  })
  const label = useValue(({ model, overlays }) => {
    const top = overlays.value.at(-1)
    const action = top?.kind === 'form' && model.actions.value?.find(({ name }) => name === top.form.action)
    return action ? labelOf(action).replace(/…$/, '') : ''
  })
  const width = Math.min(MAX_WIDTH, size.columns - 2)
  const inside = width - FRAME.columns
  const summary = wrap(`${form.summary} * is required.`, inside)
  const room = Math.max(1, size.rows - 4 - summary.length - VALUE_ROWS)
  const first = Math.max(0, Math.min(form.at - Math.floor(room / 2), form.fields.length - room))
  const shown = form.fields.slice(first, first + room)
  const names = Math.min(Math.floor(inside / 3), Math.max(...form.fields.map((field) => cellsOf(nameOf(field))))) + 2
  const height = summary.length + 1 + shown.length + VALUE_ROWS + FRAME.rows
  const hidden = form.fields.length - shown.length
  return (
    <Overlay title={label || form.action} width={width} height={Math.min(size.rows - 1, height)} screen={size}>
      <Words dimColor isMultiline>{`${summary.join('\n')}\n`}</Words>
      {shown.map((field, i) => {
        const at = first + i
        const isFocused = at === form.at
        return (
          <Clickable
            key={at}
            onClick={() => replaceOverlay(screen, { kind: 'form', form: { ...form, at, suggestion: 0 } })}
          >
            <Selectable isChosen={isFocused} isFocused width={inside}>
              <Box width={names} flexShrink={0}>
                <Words bold={isFocused} dimColor={!isFocused}>
                  {nameOf(field)}
                </Words>
              </Box>
              <TextField
                input={field.input}
                width={inside - names - 1}
                isFocused={isFocused}
                placeholder={hintFor(field)}
              />
            </Selectable>
          </Clickable>
        )
      })}
      <Box flexDirection="column" height={VALUE_ROWS} paddingLeft={names} overflow="hidden" flexShrink={0}>
        {hidden > 0 && <Words dimColor>{`${hidden} more fields; Tab goes on`}</Words>}
        {form.error && (
          <Words tone="bad" isMultiline>
            {wrap(form.error, inside - names).join('\n')}
          </Words>
        )}
        {form.isBusy && <Words dimColor>working</Words>}
        {values.length > 0 && <Suggestions all={values} at={form.suggestion} width={inside - names} />}
      </Box>
    </Overlay>
  )
}
