// The details of a call or an update.

import type { Phone } from '../../../control/contract/addresses.ts'
import type { CallView } from '../../../control/contract/traffic.ts'
import { formatMs } from '../../../lib/time-text.ts'
import { curlOf } from '../../model/curl.ts'
import { isAbout } from '../../model/links.ts'
import type { TrafficEntry } from '../../model/traffic-entries.ts'
import { momentText } from '../clock.tsx'
import { Button } from '../controls.tsx'
import { CopyButton } from '../copy-button.tsx'
import { model } from '../emulator.ts'
import { CloseButton, Icon } from '../icons.tsx'
import { linkOfPhone, linkTo, listedChats, phones, select, selected, selectionOf } from '../route.ts'
import { CallBodies, GUESS, JsonPart, Outcome, outcomeOf, Reasons } from './call.tsx'
import { Said, startOf, waitOf } from './exchange.tsx'
import { detailed } from './shown.ts'

type Entry<Kind extends TrafficEntry['kind']> = TrafficEntry & { kind: Kind }

export function Details() {
  const entry = detailed.value
  if (!entry || entry.kind === 'note') return null
  const place = placeOf(entry)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys scroll the details
    <section class="details card" aria-label="Details" tabIndex={0}>
      <div class="row title">
        <h2>{entry.kind === 'call' ? <CallTitle call={entry.call} /> : <Said update={entry.update} />}</h2>
        {selected.value ? (
          <>
            <Button class="quiet narrow" onClick={closeDetails}>
              <Icon name="back" />
              <span class="hidden">Traffic</span>
            </Button>
            <CloseButton label="Close the details" title="Close (Esc)" onClick={closeDetails} />
          </>
        ) : (
          <small>{place?.isOpen ? `the newest of ${place.title}` : 'the newest'}</small>
        )}
      </div>
      {entry.kind === 'call' ? <CallDetails {...{ entry, place }} /> : <UpdateDetails entry={entry} />}
    </section>
  )
}

/** The row of the entry gets the focus. A narrow page shows it only after the details are gone. */
export function closeDetails() {
  const row = document.querySelector<HTMLElement>('.entry[aria-current]')
  addEventListener('hashchange', () => setTimeout(() => row?.focus()), { once: true })
  select()
}

const CallTitle = ({ call }: { call: CallView }) => (
  <>
    {call.method} <Outcome text={outcomeOf(call)} /> <small>{formatMs(call.duration_ms)}</small>
  </>
)

/** Returns a step in JSON, which is YAML too. A chat that the page knows is named by its handle. */
function stepText({ method, params }: CallView): string {
  const { chat_id } = params
  const chat = [...model.people.peek(), ...listedChats.peek()].find(({ id }) => id === chat_id)?.handle ?? chat_id
  return `- expect: ${JSON.stringify({ call: method, with: { ...params, chat_id: chat } })}`
}

interface Place {
  title: string
  isOpen: boolean
  /** The phone that shows it, or that would. */
  index: number
  phone: Phone
}

/** Returns the chat of an entry as a phone lists it, if possible one on which it is open; else as its person would. */
export function placeOf(entry: TrafficEntry): Place | undefined {
  const places = phones.value.flatMap(({ person, chat: open }, index) => {
    const chat = model.chats(person).value?.find((each) => isAbout(entry, each))
    return chat
      ? [{ title: chat.title, isOpen: chat.handle === open, index, phone: { person, chat: chat.handle } }]
      : []
  })
  const person = model.people.value.find(({ id }) => isAbout(entry, { id, kind: 'private', handle: entry.bot }))
  const other = person && {
    title: `the chat of ${person.first_name}`,
    isOpen: false,
    index: 0,
    phone: { person: person.handle, chat: entry.bot },
  }
  return places.find(({ isOpen }) => isOpen) ?? places[0] ?? other
}

export const ChatLink = ({ place }: { place: Place }) => (
  <a href={linkOfPhone(place.index, place.phone, 'phones')}>
    {place.isOpen ? '' : 'show in '}
    {place.title}
  </a>
)

function CallDetails({ entry, place }: { entry: Entry<'call'>; place: Place | undefined }) {
  const { call, cause, isGuess } = entry
  const update = model.traffic.value.find(({ id }) => id === cause)
  const startMs = update && startOf(update, entry, call.duration_ms)
  return (
    <>
      <p class="reasons">
        <Reasons call={call} isBesideAnswer />
      </p>
      <p class="dim">
        {[momentText(call.at), call.bot && `@${call.bot}`].filter(Boolean).join(' · ')}
        {place && (
          <>
            {' · '}
            <ChatLink place={place} />
          </>
        )}
        {update?.kind === 'update' && (
          <>
            {' · '}
            <span class="whole">{startMs === undefined ? '' : formatMs(startMs)} after</span>{' '}
            <a href={linkTo(selectionOf(update))}>
              <Said update={update.update} />
            </a>
            {isGuess && (
              <span class="note" title={GUESS}>
                {' – a guess'}
              </span>
            )}
          </>
        )}
      </p>
      <CallBodies call={call} update={update?.kind === 'update' ? update.update : undefined}>
        <CopyButton label="Copy curl" text={() => curlOf(model, call)} />
        <CopyButton label="Copy step" text={() => stepText(call)} />
      </CallBodies>
    </>
  )
}

function UpdateDetails({ entry }: { entry: Entry<'update'> }) {
  const { at, bot, update, updateId, updateType, state } = entry
  const type = updateType.replaceAll('_', ' ')
  const waitMs = waitOf(entry)
  const waitText = waitMs === undefined ? '' : `, received after ${formatMs(waitMs)}`
  return (
    <>
      <p class="dim">{`${momentText(at)} · @${bot} · update ${updateId}, ${type} · ${state}${waitText}`}</p>
      <div class="bodies">
        <JsonPart title="Update" copy="Copy update" value={update} />
      </div>
    </>
  )
}
