// One person's phone: the chats on the left, the open chat on the right.

import { excerpt } from '../describe/message.ts'
import { plural } from '../describe/text.ts'
import { Conversation } from './conversation.tsx'
import { isCopy } from './emulator.ts'
import { goTo, linkOfPhone, type Phone, phones } from './route.ts'
import { bots, chatsOf, people } from './world.ts'

export function PhoneView({ phone, index }: { phone: Phone; index: number }) {
  const person = people.value.find(({ handle }) => handle === phone.person)
  const others = phones.value.filter((_, at) => at !== index)
  const choose = (handle: string) =>
    goTo({ phones: phones.value.map((each, at) => (at === index ? { person: handle } : each)) })
  return (
    <article class={phone.chat ? 'phone open' : 'phone'} aria-label={`Phone of ${person?.first_name ?? phone.person}`}>
      <div class="bar">
        <select aria-label="Person" value={phone.person} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {people.value.map(({ handle, first_name }) => (
            <option key={handle} value={handle}>
              {first_name}
            </option>
          ))}
        </select>
        {others.length > 0 && (
          <button
            type="button"
            aria-label={`Close the phone of ${phone.person}`}
            onClick={() => goTo({ phones: others })}
          >
            ×
          </button>
        )}
      </div>
      <div class="split">
        <ChatList phone={phone} index={index} />
        {phone.chat && <Conversation phone={phone} chat={phone.chat} index={index} />}
      </div>
    </article>
  )
}

function ChatList({ phone, index }: { phone: Phone; index: number }) {
  const chats = chatsOf.value[phone.person] ?? []
  const newBots = bots.value.filter(({ handle }) => !chats.some((chat) => chat.handle === handle))
  const link = (chat: string) => linkOfPhone(index, { person: phone.person, chat })
  return (
    <nav class="chats" aria-label={`Chats of ${phone.person}`}>
      {chats.map((chat) => (
        <a key={chat.handle} href={link(chat.handle)} aria-current={chat.handle === phone.chat ? 'page' : undefined}>
          <b>{chat.title}</b>
          {chat.unread > 0 && (
            <span class="count" title={plural(chat.unread, 'unread message')}>
              {chat.unread}
            </span>
          )}
          <span class="last">{chat.last_message ? excerpt(chat.last_message) : 'no messages'}</span>
        </a>
      ))}
      {(isCopy ? [] : newBots).map(({ handle, first_name }) => (
        <a key={handle} href={link(handle)} aria-current={handle === phone.chat ? 'page' : undefined}>
          <b>{first_name}</b>
          <span class="last">not started</span>
        </a>
      ))}
    </nav>
  )
}
