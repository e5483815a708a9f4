// The whole page: header, phones of people, and panels beside the phones.

import type { TargetedSubmitEvent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { PANELS } from '../contract/page-link.ts'
import { deliveryText } from '../describe/call.ts'
import { minuteOf } from '../describe/time.ts'
import { ActionButton } from './action-button.tsx'
import { addPhone, KeysDialog, onPageKey, showKeys } from './keys.tsx'
import { ActionsPanel } from './panels/actions.tsx'
import { BotsPanel } from './panels/bots.tsx'
import { RecordPanel } from './panels/record.tsx'
import { TrafficPanel } from './panels/traffic.tsx'
import { WorldPanel } from './panels/world.tsx'
import { PhoneView } from './phones/phone.tsx'
import { isCopy, saveToken } from './state/emulator.ts'
import { link } from './state/follow.ts'
import { canAddPhone, linkTo, panel, phones } from './state/route.ts'
import { bots, clock, people, problem } from './state/world.ts'

const titleOf = (panel: string) => panel.slice(0, 1).toUpperCase() + panel.slice(1)

export function App() {
  useEffect(() => {
    addEventListener('keydown', onPageKey)
    return () => removeEventListener('keydown', onPageKey)
  }, [])
  if (link.value === 'token') return <TokenForm />
  const isShown = (name: string) => panel.value === name
  return (
    <>
      <Header />
      <Problem />
      <main class={isShown('phones') ? 'phones-only' : ''}>
        <section class="phones" aria-label="People">
          {phones.value.map((phone, index) => (
            <PhoneView key={`${index} ${phone.person}`} phone={phone} index={index} />
          ))}
        </section>
        <nav class="tabs" aria-label="Panels">
          {PANELS.filter((name) => !isCopy || (name !== 'record' && name !== 'actions')).map((name) => (
            <a key={name} href={linkTo({ panel: name })} class={name} aria-current={isShown(name) ? 'page' : undefined}>
              {titleOf(name)}
            </a>
          ))}
        </nav>
        <aside>
          {(isShown('traffic') || isShown('phones')) && <TrafficPanel />}
          {isShown('bots') && <BotsPanel />}
          {isShown('world') && <WorldPanel />}
          {isShown('record') && !isCopy && <RecordPanel />}
          {isShown('actions') && !isCopy && <ActionsPanel />}
        </aside>
      </main>
      <KeysDialog />
    </>
  )
}

const LINK_TEXTS = {
  connecting: 'connecting…',
  lost: 'The emulator does not answer. Reconnecting…',
  open: '',
  token: '',
}

function Header() {
  return (
    <header>
      <h1>
        {/* biome-ignore lint/a11y/useValidAnchor: the empty fragment is the start of the page */}
        <a href="#">bot-emulator</a>
      </h1>
      <span class="bad" role="status">
        {LINK_TEXTS[link.value]}
      </span>
      <div class="bots">
        {bots.value.map(({ handle, delivery }) => (
          <span key={handle} class={delivery.polling || delivery.webhook ? 'bot live' : 'bot'}>
            <b>@{handle}</b> {deliveryText(delivery)}
            {delivery.waiting > 0 && `, ${delivery.waiting} pending`}
          </span>
        ))}
      </div>
      <Clock />
      {!isCopy &&
        ['1 h', '48 h'].map((seconds) => (
          <ActionButton key={seconds} text={`+${seconds}`} action="advanceClock" params={{ seconds }} />
        ))}
      {canAddPhone.value && people.value.length > phones.value.length && (
        <button type="button" class="add-phone" onClick={addPhone}>
          Add a phone
        </button>
      )}
      <button type="button" aria-label="Keys" title="Keys (?)" onClick={showKeys}>
        ?
      </button>
    </header>
  )
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
