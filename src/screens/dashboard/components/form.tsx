// The form of an action: its fields, and the values of one of them.

import { Box } from 'ink'
import { valuesOf } from '../forms/field-values.ts'
import { type Field, type Form, hintFor } from '../forms/form.ts'
import { useEmulator, useSignal, useValue } from '../hooks/use-emulator.ts'
import { Clickable } from '../hooks/use-mouse.tsx'
import { changeOverlay, overlayOf } from '../screen/screen.ts'
import { width as cellsOf, wrap } from '../text/cells.ts'
import { Suggestions } from './composer.tsx'
import { Selectable } from './list.tsx'
import { Overlay, useOverlayWidth } from './pane.tsx'
import { TextField } from './text-field.tsx'
import { Words } from './words.tsx'

const VALUE_ROWS = 6

const nameOf = ({ name, required }: Field) => `${name.replaceAll('_', ' ')}${required ? ' *' : ''}`

export function FormFields({ form }: { form: Form }) {
  const screen = useEmulator()
  const { rows } = useSignal(screen.size)
  const values = useValue((one) => {
    const top = overlayOf(one, 'form')
    return top ? valuesOf(one, top) : []
  })
  const width = useOverlayWidth()
  const summary = wrap(form.summary, width)
  const room = Math.max(1, rows - 5 - summary.length - VALUE_ROWS)
  const first = Math.max(0, Math.min(form.at - Math.floor(room / 2), form.fields.length - room))
  const shown = form.fields.slice(first, first + room)
  const names = Math.min(Math.floor(width / 3), Math.max(...form.fields.map((field) => cellsOf(nameOf(field))))) + 2
  const hidden = form.fields.length - shown.length
  return (
    <Overlay title={form.title} rows={summary.length + 1 + shown.length + VALUE_ROWS}>
      <Words dimColor isMultiline>{`${summary.join('\n')}\n`}</Words>
      {shown.map((field, i) => {
        const at = first + i
        const isFocused = at === form.at
        const choose = () => changeOverlay(screen, { at, suggestion: 0 })
        return (
          <Clickable key={at} onClick={choose}>
            <Selectable isChosen={isFocused} isFocused>
              <Box width={names} paddingRight={1} flexShrink={0}>
                <Words bold={isFocused} dimColor={!isFocused}>
                  {nameOf(field)}
                </Words>
              </Box>
              <TextField
                input={field.input}
                width={width - names - 1}
                isFocused={isFocused}
                placeholder={hintFor(field)}
              />
            </Selectable>
          </Clickable>
        )
      })}
      <Box flexDirection="column" height={VALUE_ROWS} paddingLeft={names} overflowY="hidden" flexShrink={0}>
        {hidden > 0 && <Words dimColor>{`${hidden} more fields; Tab goes on`}</Words>}
        {form.error && (
          <Box flexShrink={0}>
            <Words tone="bad" isWrapped>
              {form.error}
            </Words>
          </Box>
        )}
        {form.isBusy && <Words dimColor>working</Words>}
        {values.length > 0 && !form.error && <Suggestions all={values} at={form.suggestion} width={width - names} />}
      </Box>
    </Overlay>
  )
}
