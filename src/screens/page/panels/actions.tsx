// The panel with a form for any action of the control API.

import { useState } from 'preact/hooks'
import { labelOf } from '../../model/labels.ts'
import { model } from '../emulator.ts'
import { Choice } from '../menu.tsx'
import { ActionForm } from './action-form.tsx'

export function ActionsPanel() {
  const all = model.actions.value
  const [name, setName] = useState('createGroup')
  if (!all) return null
  return (
    <section aria-label="Actions">
      <article class="card">
        <h2>Action</h2>
        <Choice
          label="Action"
          value={name}
          choices={all.map((each) => each.name)}
          texts={all.map(labelOf)}
          onChoose={setName}
        />
        <p class="dim">{all.find((each) => each.name === name)?.summary}</p>
        <ActionForm key={name} name={name} />
      </article>
    </section>
  )
}
