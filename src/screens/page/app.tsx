// The whole page: header, phones of people, and panels beside the phones.

import { computed } from '@preact/signals'
import { PANELS } from '../../control/contract/addresses.ts'
import { deliveryText, isConnected } from '../../control/describe/call.ts'
import { plural } from '../../lib/safe-text.ts'
import type { Bot } from '../model/views.ts'
import { act } from './actions.ts'
import { Clock } from './clock.tsx'
import { Button, Count, Form } from './controls.tsx'
import { DialogHost } from './dialog.tsx'
import { isCopy, model, saveToken } from './emulator.ts'
import { Icon } from './icons.tsx'
import { addPhone, nextPerson, showKeys } from './keys.tsx'
import { MoreMenu } from './menu.tsx'
import { Creation } from './panels/action-form.tsx'
import { ActionsPanel } from './panels/actions.tsx'
import { BotsPanel } from './panels/bots.tsx'
import { RecordPanel } from './panels/record.tsx'
import { TrafficPanel } from './panels/traffic.tsx'
import { WorldPanel } from './panels/world.tsx'
import { PhoneView } from './phones/phone.tsx'
import { hasRoom, isTrafficShown, linkTo, openChats, panel, phones } from './route.ts'
import { Details } from './traffic/details.tsx'
import { isReadOnly, refusedInPast, shownMoment } from './traffic/history.ts'

export function App() {
  if (model.link.value === 'token') return <TokenForm />
  const isShown = (name: string) => panel.value === name
  const isPast = shownMoment.value !== undefined
  const refused = isPast ? refusedInPast.value : model.counts.value.refused
  const faults = (model.view('/faults').value ?? []).filter(({ spent }) => !spent).length
  return (
    <>
      <Header />
      <main
        class={[isShown('phones') && 'phones-only', isPast && 'in-past', hasRoom.value && 'roomy']
          .filter(Boolean)
          .join(' ')}
      >
        <section class="phones" aria-label="People">
          {phones.value.map((phone, index) => (
            <PhoneView key={index} phone={phone} index={index} />
          ))}
          {model.link.value === 'open' && !model.people.value.length && (
            <Creation title="No people yet." text="A person writes to your bot on a phone here." action="createUser" />
          )}
        </section>
        {hasRoom.value && (
          <TrafficPanel>
            <h2 class="bar">Traffic {refused > 0 && <RefusedCount refused={refused} />}</h2>
          </TrafficPanel>
        )}
        <nav class="tabs" aria-label="Panels">
          {PANELS.filter((name) => !isCopy || (name !== 'record' && name !== 'actions')).map((name) => (
            <a key={name} href={linkTo({ panel: name })} class={name} aria-current={isShown(name) ? 'page' : undefined}>
              <Icon name={name} />
              {name === 'traffic' && hasRoom.value ? 'details' : name}
              {name === 'record' && model.recording.value?.isRunning && <Count title="A recording runs" text="●" />}
              {name === 'world' && faults > 0 && <Count title={`${plural(faults, 'fault')} to come`} text={faults} />}
              {name === 'traffic' && refused > 0 && !hasRoom.value && <RefusedCount refused={refused} />}
            </a>
          ))}
        </nav>
        <aside tabIndex={-1}>
          {isTrafficShown.value && (hasRoom.value ? <Details /> : <TrafficPanel />)}
          {isShown('bots') && <BotsPanel />}
          {isShown('world') && <WorldPanel />}
          {isShown('record') && !isCopy && <RecordPanel />}
          {isShown('actions') && !isCopy && <ActionsPanel />}
        </aside>
      </main>
      <DialogHost />
    </>
  )
}

const RefusedCount = ({ refused }: { refused: number }) => (
  <Count title={plural(refused, 'refused call')} text={refused} />
)

const LINK_TEXTS: Readonly<Record<string, string>> = {
  connecting: 'connecting…',
  lost: 'The emulator does not answer. Reconnecting…',
}

/** A narrower header has room for fewer. */
const MAX_BOTS = 3

/** The handles of the bots of the open chats. */
const openBots = computed(() => [
  ...phones.value.map(({ chat }) => chat),
  ...openChats.value
    .filter(({ kind }) => kind !== 'private')
    .flatMap(({ id }) => model.view('/chats/:chat/members', { chat: id }).value ?? [])
    .map(({ handle }) => handle),
])

/** Ranks a bot for the header: first those of the open chats, then those that run, then those with pending updates. */
const rankOf = ({ handle, delivery }: Bot) =>
  (openBots.value.includes(handle) ? 4 : 0) + (isConnected(delivery) ? 2 : 0) + (delivery.waiting ? 1 : 0)

function Header() {
  const moves = isCopy ? [] : ['1 h', '48 h'].map(clockMove)
  const others: Command[] = [
    ...(nextPerson.value ? [{ text: 'Add a phone', run: addPhone }] : []),
    { text: 'Shortcuts', title: 'Show the keys', run: showKeys },
  ]
  const ranked = model.bots.value.toSorted((one, other) => rankOf(other) - rankOf(one))
  return (
    <header>
      <h1>
        {/* biome-ignore lint/a11y/useValidAnchor: the empty fragment is the start of the page */}
        <a href="#">bot-emulator</a>
      </h1>
      <span class="bad" role="status">
        {LINK_TEXTS[model.link.value]}
      </span>
      <nav class="connections" aria-label="Bots">
        {ranked.slice(0, MAX_BOTS).map(({ handle, delivery }) => (
          <a key={handle} href={linkTo({ panel: 'bots' })} class={isConnected(delivery) ? 'bot live' : 'bot'}>
            <b>@{handle}</b>{' '}
            <span class={isConnected(delivery) ? '' : 'dim'} title={deliveryText(delivery)}>
              {isConnected(delivery) ? deliveryText(delivery) : 'not connected'}
              {delivery.waiting > 0 && `, ${delivery.waiting} pending`}
            </span>
          </a>
        ))}
        {[1, 2, MAX_BOTS].map((shown) => (
          <OtherBots key={shown} class={`after-${shown}`} bots={ranked.slice(shown)} />
        ))}
      </nav>
      <span class="joined">
        <Clock />
        {moves.map(wideButton)}
      </span>
      {others.map(wideButton)}
      <MoreMenu label="More" class="narrow" items={[...moves, ...others].filter(({ isOff }) => !isOff)} />
    </header>
  )
}

/** How many bots the header has no room for, and whether all of them are connected. */
const OtherBots = ({ class: kind, bots }: { class: string; bots: readonly Bot[] }) =>
  bots.length > 0 && (
    <a
      href={linkTo({ panel: 'bots' })}
      class={`others ${kind} ${bots.every(({ delivery }) => isConnected(delivery)) ? 'live' : ''}`}
      title={bots.map(({ handle }) => `@${handle}`).join(', ')}
    >
      +{bots.length}
    </a>
  )

interface Command {
  text: string
  title?: string
  isOff?: boolean
  run(): unknown
}

const clockMove = (seconds: string): Command => ({
  text: `+${seconds}`,
  title: `Move the clock by ${seconds}`,
  isOff: isReadOnly.value,
  run: () => act('advanceClock', { seconds }),
})

/** A narrow header has room for it only in its menu. */
const wideButton = ({ text, title, isOff, run }: Command) => (
  <Button key={text} class="wide" title={title} disabled={isOff} onClick={run}>
    {text}
  </Button>
)

function TokenForm() {
  const submit = (form: HTMLFormElement) => saveToken(String(new FormData(form).get('token') ?? ''))
  return (
    <main>
      <Form class="token" onSubmit={submit}>
        <h1>bot-emulator</h1>
        <label>
          Control token <input name="token" type="password" autocomplete="off" required />
        </label>
        <button type="submit">Open</button>
        <p>Type the token that this emulator was started with (--control-token).</p>
      </Form>
    </main>
  )
}
