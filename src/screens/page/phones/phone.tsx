// One person's phone: person and chats on the left, the open chat on the right.

import type { Phone } from '../../../control/contract/addresses.ts'
import { newestText } from '../../../control/describe/message.ts'
import { plural } from '../../../lib/safe-text.ts'
import { minuteOf } from '../../../lib/time-text.ts'
import { isAbout } from '../../model/links.ts'
import { dayText } from '../clock.tsx'
import { Count } from '../controls.tsx'
import { isCopy, model } from '../emulator.ts'
import { CloseButton } from '../icons.tsx'
import { Choice } from '../menu.tsx'
import { NoBots } from '../panels/bots.tsx'
import { goTo, linkOfPhone, phones } from '../route.ts'
import { latestFirst, shownMoment } from '../traffic/history.ts'
import { Avatar } from './avatar.tsx'
import { Conversation } from './conversation.tsx'

export function PhoneView({ phone, index }: { phone: Phone; index: number }) {
  const person = model.people.value.find(({ handle }) => handle === phone.person)
  const others = phones.value.filter((_, at) => at !== index)
  const choose = (handle: string) => (location.hash = linkOfPhone(index, { person: handle }))
  return (
    <article
      class={phone.chat ? 'phone open' : 'phone'}
      aria-label={`Phone of ${person?.first_name ?? phone.person}`}
      onFocusIn={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      <div class="split">
        <div class="bar person">
          <Choice
            label="Person"
            class="quiet"
            value={phone.person}
            choices={model.people.value.map(({ handle }) => handle)}
            texts={model.people.value.map(({ first_name }) => first_name)}
            onChoose={choose}
          >
            <Avatar id={person?.id ?? 0} name={person?.first_name ?? phone.person} />
          </Choice>
          {others.length > 0 && (
            <CloseButton label={`Close the phone of ${phone.person}`} onClick={() => goTo({ phones: others })} />
          )}
        </div>
        <ChatList phone={phone} index={index} />
        {phone.chat && (
          <Conversation key={`${phone.person} ${phone.chat}`} phone={phone} chat={phone.chat} index={index} />
        )}
      </div>
    </article>
  )
}

/** Returns the time of a moment of today, the weekday if it was in the last days, else its date. */
function whenText(at: number): string {
  const [weekday, ...date] = dayText(at).split(' ')
  const { now } = model.clock.value
  if (dayText(at) === dayText(now)) return minuteOf(at)
  return weekday && at > now - RECENT_SECONDS ? weekday : date.join(' ')
}

const RECENT_SECONDS = 6 * 24 * 3600

const UNSTARTED = { kind: 'private', unread: 0, last_message: undefined }

function ChatList({ phone, index }: { phone: Phone; index: number }) {
  const loaded = model.chats(phone.person).value
  if (loaded?.length === 0 && !model.bots.value.length) return <NoBots />
  const chats = loaded ?? []
  const newBots = model.bots.value.filter(({ handle }) => !chats.some((chat) => chat.handle === handle))
  const unstarted = newBots.map((bot) => ({ ...bot, ...UNSTARTED, title: bot.first_name }))
  const rows = [...latestFirst(chats), ...(isCopy ? [] : unstarted)]
  const moment = shownMoment.value
  return (
    <nav class="chats" aria-label={`Chats of ${phone.person}`}>
      {rows.map(({ title, unread, last_message: last, ...chat }) => (
        <a
          key={chat.handle}
          class={moment && isAbout(moment, chat) ? 'shown-moment' : ''}
          href={linkOfPhone(index, { person: phone.person, chat: chat.handle })}
          aria-current={chat.handle === phone.chat ? 'page' : undefined}
        >
          <Avatar id={model.bots.value.find((bot) => bot.handle === chat.handle)?.id ?? chat.id} name={title} />
          <b dir="auto" title={title}>
            {title}
          </b>
          <small>{last && whenText(last.date)}</small>
          <span class="last" dir="auto">
            {last ? newestText(last, chat.kind, phone.person) : last === null ? 'no messages' : 'not started'}
          </span>
          {unread > 0 && !moment && <Count title={plural(unread, 'unread message')} text={unread} />}
        </a>
      ))}
    </nav>
  )
}
