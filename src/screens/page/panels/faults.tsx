// The card of the faults: usual ones as buttons, any other by a form.

import { useState } from 'preact/hooks'
import type { FaultView } from '../../../control/contract/traffic.ts'
import { OWN_NAMES } from '../../../service/rules/operation-names.ts'
import { faultWords } from '../../model/fault-words.ts'
import { act } from '../actions.ts'
import { ActionButton, Button } from '../controls.tsx'
import { closeDialog, showDialog } from '../dialog.tsx'
import { isCopy, model } from '../emulator.ts'
import { Choice, MoreMenu } from '../menu.tsx'
import { isReadOnly } from '../traffic/history.ts'
import { ActionForm } from './action-form.tsx'

const PRESETS: readonly (readonly [text: string, params: (operation: string) => Record<string, unknown>])[] = [
  ['Refuse the next call with 429', (operation) => ({ operation, status: 429, retry_after: 5 })],
  ['Refuse the next call with 500', (operation) => ({ operation, status: 500 })],
  ['Lose the answer', (operation) => ({ operation, drop: 'after' })],
  ['Answer 5 s late', (operation) => ({ operation, delay_ms: 5000 })],
  ['Deliver the next update twice', () => ({ duplicate_updates: true })],
]

export function Faults() {
  const faults = model.view('/faults').value ?? []
  return (
    <article class="card faults">
      <div class="row">
        <h2>Faults</h2>
        {!isCopy && faults.length > 0 && <MoreMenu label="More about the faults" items={REMOVE} />}
      </div>
      {!faults.length && <p class="hint">No faults. A fault tests your bot: calls then fail, wait or get lost.</p>}
      <ul>
        {faults.map((fault) => (
          <FaultLine key={fault.id} fault={fault} />
        ))}
      </ul>
      {!isCopy && <Presets />}
    </article>
  )
}

const REMOVE = [{ text: 'Remove all faults', run: () => act('clearFaults') }]

function Presets() {
  const [operation, setOperation] = useState('sendMessage')
  return (
    <>
      <h3>Add a fault</h3>
      <Choice label="Operation" value={operation} choices={OWN_NAMES} onChoose={setOperation} />
      <p class="buttons">
        {PRESETS.map(([text, params]) => (
          <ActionButton key={text} text={text} action="injectFault" params={params(operation)} />
        ))}
        <Button disabled={isReadOnly.value} onClick={() => showAdvanced(operation)}>
          Advanced…
        </Button>
      </p>
    </>
  )
}

const showAdvanced = (operation: string) =>
  showDialog({
    title: 'Inject a fault',
    body: <ActionForm name="injectFault" first={{ operation }} onDone={closeDialog} />,
  })

function FaultLine({ fault }: { fault: FaultView }) {
  const { subject, effects, count } = faultWords(fault)
  return (
    <li class={fault.spent ? 'row dim' : 'row'}>
      <p>
        <b>{subject}</b>: {effects}
      </p>{' '}
      <span class="count">{count}</span>
    </li>
  )
}
