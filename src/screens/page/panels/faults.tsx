// The card of the faults: usual ones as buttons, any other by a form.

import { useState } from 'preact/hooks'
import type { FaultView } from '../../../control/contract/traffic.ts'
import { OWN_NAMES } from '../../../service/rules/operation-names.ts'
import { faultWords } from '../../model/fault-words.ts'
import { variantLabelOf } from '../../model/labels.ts'
import { act } from '../actions.ts'
import { ActionButton, Button } from '../controls.tsx'
import { closeDialog, showDialog } from '../dialog.tsx'
import { isCopy, model } from '../emulator.ts'
import { CloseButton } from '../icons.tsx'
import { Choice, MoreMenu } from '../menu.tsx'
import { isReadOnly } from '../traffic/history.ts'
import { ActionForm } from './action-form.tsx'

/** How many of the effects are one click away. They come first. */
const USUAL = 5

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
  const effects = model.actions.value?.find(({ name }) => name === 'injectFault')?.variants ?? []
  const usual = Map.groupBy(effects.slice(0, USUAL), ({ fields }) => fields.includes('operation'))
  const buttons = (ofCall: boolean) =>
    usual
      .get(ofCall)
      ?.map((effect) => (
        <ActionButton
          key={variantLabelOf(effect)}
          text={variantLabelOf(effect)}
          action="injectFault"
          params={{ ...effect.values, ...(ofCall && { operation }) }}
        />
      ))
  return (
    <>
      <div class="row">
        <h3>Add a fault to the next</h3>
        <Choice label="Operation" value={operation} choices={OWN_NAMES} onChoose={setOperation} />
      </div>
      <p class="buttons even">{buttons(true)}</p>
      <p class="buttons even">
        {buttons(false)}
        <Button class="quiet" disabled={isReadOnly.value} onClick={() => showAdvanced(operation)}>
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
        <b>{subject}</b>: {effects} <small>{count}</small>
      </p>
      {!isCopy && (
        <CloseButton
          label={`Remove the fault: ${effects}`}
          disabled={isReadOnly.value}
          onClick={() => act('clearFaults', { fault: fault.id })}
        />
      )}
    </li>
  )
}
