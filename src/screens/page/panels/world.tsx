// The panel of the world: its clock, faults and snapshots.

import { formatSize } from '../../../lib/safe-text.ts'
import { isUndoSnapshot } from '../../model/undo.ts'
import { act } from '../actions.ts'
import { momentText } from '../clock.tsx'
import { ActionButton } from '../controls.tsx'
import { isCopy, model } from '../emulator.ts'
import { MoreMenu } from '../menu.tsx'
import { ActionForm } from './action-form.tsx'
import { Faults } from './faults.tsx'

export const WorldPanel = () => (
  <section aria-label="World">
    <ClockCard />
    <Faults />
    {!isCopy && <Snapshots />}
  </section>
)

function ClockCard() {
  const { now, frozen } = model.clock.value
  const { followers = [] } = model.view('/clock').value ?? {}
  const due = followers.flatMap(({ next_due }) => next_due ?? []).toSorted((one, other) => one - other)[0]
  return (
    <article class="card">
      <h2>Clock</h2>
      <div class="row">
        <p class="moment">
          {momentText(now)} {frozen ? 'frozen' : 'running'}
          {due !== undefined && `, next timer at ${momentText(due)}`}
        </p>
        {!isCopy && (
          <ActionButton text={frozen ? 'Resume' : 'Freeze'} action={frozen ? 'resumeClock' : 'freezeClock'} />
        )}
      </div>
      {!isCopy && (
        <>
          <p class="buttons">
            <span class="joined">
              {['1 min', '1 h', '24 h', '48 h'].map((seconds) => (
                <ActionButton key={seconds} text={`+${seconds}`} action="advanceClock" params={{ seconds }} />
              ))}
            </span>
            <ActionButton text="To the next timer or event" action="advanceClock" params={{ to: 'next' }} />
          </p>
          <ActionForm name="setClock" />
        </>
      )}
    </article>
  )
}

function Snapshots() {
  const snapshots = (model.view('/snapshots').value ?? []).filter(({ name }) => !isUndoSnapshot(name))
  return (
    <article class="card">
      <div class="row">
        <h2>Snapshots</h2>
        <MoreMenu label="More about the world" items={DESTRUCTIVE} />
      </div>
      {!snapshots.length && (
        <p class="hint">No snapshots. A snapshot saves the whole world, so that you can restore it later.</p>
      )}
      <ul>
        {snapshots.map(({ name, bytes }) => (
          <li key={name} class="row">
            <b>{name}</b> <small>{formatSize(bytes)}</small>
            <ActionButton text="Restore" action="restore" params={{ name }} />
          </li>
        ))}
      </ul>
      <ActionForm name="snapshot" />
    </article>
  )
}

const DESTRUCTIVE = [
  { text: 'Reset the world', isDangerous: true, run: () => act('reset') },
  { text: 'Delete everything', isDangerous: true, run: () => act('clearWorld') },
]
