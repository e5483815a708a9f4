// The panel with a form for any action of the control API.

import { useState } from 'preact/hooks'
import { Select } from '../controls.tsx'
import { model } from '../emulator.ts'
import { ActionForm } from './action-form.tsx'

export function ActionsPanel() {
  const all = model.actions.value ?? []
  const [name, setName] = useState('createGroup')
  const action = all.find((each) => each.name === name)
  return (
    <section aria-label="Actions">
      <article class="card">
        <Select label="Action" value={name} choices={all.map((each) => each.name)} onChoose={setName} />
        {action && <ActionForm key={name} action={action} />}
      </article>
    </section>
  )
}
