// The panel with a form for any action of the control API.

import { useState } from 'preact/hooks'
import { ActionForm, useActions } from './action-form.tsx'

export function ActionsPanel() {
  const all = useActions()
  const [name, setName] = useState('createGroup')
  const action = all.find((each) => each.name === name)
  return (
    <section aria-label="Actions">
      <article class="card">
        <label>
          Action{' '}
          <select value={name} onChange={({ currentTarget }) => setName(currentTarget.value)}>
            {all.map((each) => (
              <option key={each.name}>{each.name}</option>
            ))}
          </select>
        </label>
        {action && <ActionForm key={name} action={action} />}
      </article>
    </section>
  )
}
