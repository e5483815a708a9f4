// The whole page: header, phones of people, and panels beside the phones.

import type { TargetedSubmitEvent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { minuteOf } from '../describe/time.ts'
import { ActionsPanel } from './actions-panel.tsx'
import { BotsPanel } from './bots-panel.tsx'
import { isCopy, perform, saveToken } from './emulator.ts'
import { PhoneView } from './phone.tsx'
import { RecordPanel } from './record-panel.tsx'
import { canAddPhone, goTo, linkTo, PANELS, panel, phones } from './route.ts'
import { TrafficPanel } from './traffic-panel.tsx'
import { attempt, bots, clock, link, people, problem } from './world.ts'

const PANEL_TITLES = { traffic: 'Traffic', bots: 'Bots', record: 'Record', actions: 'Actions' }

export function App() {
  if (link.value === 'token') return <TokenForm />
  return (
    <>
      <Header />
      <Problem />
      <main>
        <section class="phones" aria-label="People">
          {phones.value.map((phone, index) => (
            <PhoneView key={`${index} ${phone.person}`} phone={phone} index={index} />
          ))}
        </section>
        <aside>
          <nav aria-label="Panels">
            {PANELS.filter((name) => !isCopy || (name !== 'record' && name !== 'actions')).map((name) => (
              <a key={name} href={linkTo({ panel: name })} aria-current={panel.value === name ? 'page' : undefined}>
                {PANEL_TITLES[name]}
              </a>
            ))}
          </nav>
          {panel.value === 'traffic' && <TrafficPanel />}
          {panel.value === 'bots' && <BotsPanel />}
          {panel.value === 'record' && !isCopy && <RecordPanel />}
          {panel.value === 'actions' && <ActionsPanel />}
        </aside>
      </main>
    </>
  )
}

const LINK_TEXTS = {
  connecting: 'connecting…',
  open: '',
  lost: 'The emulator does not answer. Reconnecting…',
  token: '',
}

function Header() {
  const shown = phones.value.map(({ person }) => person)
  const next = people.value.find(({ handle }) => !shown.includes(handle))
  return (
    <header>
      <h1>bot-emulator</h1>
      <span class="bad" role="status">
        {LINK_TEXTS[link.value]}
      </span>
      {bots.value.map(({ handle, delivery }) => (
        <span key={handle}>
          <b>@{handle}</b> {deliveryState(delivery)}
        </span>
      ))}
      <span class="spacer" />
      <Clock />
      {!isCopy &&
        ['1 h', '48 h'].map((span) => (
          <button
            key={span}
            type="button"
            onClick={() => attempt(() => perform('advanceClock', { seconds: span.replace(' ', '') }))}
          >
            +{span}
          </button>
        ))}
      {next && canAddPhone.value && (
        <button type="button" onClick={() => goTo({ phones: [...phones.value, { person: next.handle }] })}>
          Add a phone
        </button>
      )}
    </header>
  )
}

function deliveryState({ polling, webhook, waiting }: (typeof bots.value)[number]['delivery']): string {
  const way = webhook === null ? (polling ? 'polling' : 'no bot program connected') : `webhook ${new URL(webhook).host}`
  return waiting ? `${way}, ${waiting} pending` : way
}

const TICK_MS = 1000

function Clock() {
  const { now, frozen } = clock.value
  const [elapsed, setElapsed] = useState(0)
  useEffect(() => {
    const start = performance.now()
    setElapsed(0)
    const timer = setInterval(() => setElapsed((performance.now() - start) / 1000), TICK_MS)
    return () => clearInterval(timer)
  }, [now])
  return (
    <span>
      clock {minuteOf(now + (frozen || isCopy ? 0 : elapsed))}
      {frozen && ' (frozen)'}
    </span>
  )
}

function Problem() {
  return (
    <div role="alert">
      {problem.value && (
        <p class="problem">
          <b>{problem.value.message}</b> {problem.value.hint}
          <button type="button" aria-label="Close this message" onClick={() => (problem.value = undefined)}>
            ×
          </button>
        </p>
      )}
    </div>
  )
}

function TokenForm() {
  function submit(event: TargetedSubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    saveToken(String(new FormData(event.currentTarget).get('token') ?? ''))
  }
  return (
    <main class="token">
      <form onSubmit={submit}>
        <h1>bot-emulator</h1>
        <label>
          Control token <input name="token" type="password" autocomplete="off" required />
        </label>
        <button type="submit">Open</button>
        <p>Type the token that this emulator was started with (--control-token).</p>
      </form>
    </main>
  )
}
