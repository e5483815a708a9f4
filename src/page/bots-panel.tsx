// The panel of the bots, their limits, the snapshots and the injected faults.

import { useEffect, useState } from 'preact/hooks'
import type { SnapshotView } from '../contract/service.ts'
import type { FaultView, LimitUse } from '../contract/traffic.ts'
import { plural } from '../describe/text.ts'
import { isCopy, perform, view } from './emulator.ts'
import { exchanges } from './traffic.ts'
import { attempt, bots } from './world.ts'

export function BotsPanel() {
  return (
    <section aria-label="Bots">
      {bots.value.map((bot) => (
        <article key={bot.id} class="card">
          <h2>
            {bot.first_name} <small>@{bot.handle}</small>
          </h2>
          <dl>
            <div>
              <dt>token</dt>
              <dd>
                <code>{bot.token}</code>
              </dd>
            </div>
            <div>
              <dt>updates</dt>
              <dd>
                {bot.delivery.webhook ?? (bot.delivery.polling ? 'polling' : 'no bot program connected')},{' '}
                {bot.delivery.waiting} pending
              </dd>
            </div>
          </dl>
          <Limits bot={bot.id} />
        </article>
      ))}
      {!isCopy && <Snapshots />}
      <Faults />
    </section>
  )
}

/** Loads the rows of a view, and loads them again when the traffic changes. */
function useView<Row>(path: string): Row[] {
  const [rows, setRows] = useState<Row[]>([])
  useEffect(() => {
    view<Row[]>(path).then(setRows, () => {})
  }, [path, exchanges.value])
  return rows
}

function Limits({ bot }: { bot: number }) {
  const limits = useView<LimitUse>(`bots/${bot}/limits`)
  return (
    <ul class="limits">
      {limits.map(({ limit, chat, used, allowed }) => (
        <li key={`${limit} ${chat}`}>
          <label>
            {limit} {chat !== undefined && `in chat ${chat}`} {used} of {allowed}
            <meter min={0} max={allowed} high={allowed * 0.8} value={used} />
          </label>
        </li>
      ))}
    </ul>
  )
}

function Snapshots() {
  const snapshots = useView<SnapshotView>('snapshots')
  const [name, setName] = useState('')
  return (
    <article class="card">
      <h2>Snapshots</h2>
      <ul>
        {snapshots.map((snapshot) => (
          <li key={snapshot.name}>
            {snapshot.name}{' '}
            <button type="button" onClick={() => attempt(() => perform('restore', { name: snapshot.name }))}>
              Restore
            </button>
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void attempt(() => perform('snapshot', { name })).then((done) => done && setName(''))
        }}
      >
        <input
          aria-label="Name of the snapshot"
          required
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <button type="submit">Take a snapshot</button>
      </form>
    </article>
  )
}

function Faults() {
  const faults = useView<FaultView>('faults')
  if (!faults.length) return null
  return (
    <article class="card">
      <h2>Faults</h2>
      <ul>
        {faults.map(({ id, operation, fired }) => (
          <li key={id}>
            {operation ?? 'any operation'}, happened {plural(fired, 'time')}
          </li>
        ))}
      </ul>
      {!isCopy && (
        <button type="button" onClick={() => attempt(() => perform('clearFaults'))}>
          Remove all faults
        </button>
      )}
    </article>
  )
}
