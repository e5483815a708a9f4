// The open chat on a phone: title, members, messages, reply keyboard and composer.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Phone } from '../../../control/contract/addresses.ts'
import type { PersonChatView, ShownChatView } from '../../../control/contract/chats.ts'
import { plural } from '../../../lib/safe-text.ts'
import { act } from '../actions.ts'
import { ActionButton, Count } from '../controls.tsx'
import { model } from '../emulator.ts'
import { Icon } from '../icons.tsx'
import { focusFirst } from '../keep-focus.ts'
import { MoreMenu } from '../menu.tsx'
import { linkOfPhone } from '../route.ts'
import { isReadOnly, shownMoment } from '../traffic/history.ts'
import { ReturnButton } from '../traffic/scrubber.tsx'
import { Avatar } from './avatar.tsx'
import { Composer, type Draft } from './composer.tsx'
import { FirstStepsCard } from './first-steps.tsx'
import { Keyboard } from './keyboard.tsx'
import { MembersButton } from './members.tsx'
import { Messages } from './messages.tsx'

export function Conversation({ phone, chat, index }: { phone: Phone; chat: string; index: number }) {
  const as = phone.person
  const chats = model.chats(as).value
  const listed = chats?.find(({ handle }) => handle === chat)
  const others = shownMoment.value ? [] : (chats ?? []).filter(({ handle }) => handle !== chat)
  const unread = others.reduce((sum, each) => sum + each.unread, 0)
  const isBlocked = listed?.kind === 'private' && listed.blocked
  const bot = model.bots.value.find(({ handle }) => handle === chat)
  // A person cannot see the chat with a bot that was not started.
  const isStarted = bot === undefined || listed !== undefined
  const loaded = chats && isStarted ? model.conversation(as, chat).value : undefined
  const shown = loaded ?? undefined
  const [draft, setDraft] = useState<Draft>({ text: '' })
  const section = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (document.activeElement?.closest('.chats')) focusFirst(['textarea', '.start', '[role="log"]'], section.current)
  }, [])
  const title = shown?.title ?? bot?.first_name ?? chat
  useEffect(() => {
    if (!isReadOnly.value && listed && listed.unread + listed.notices > 0) void model.perform('read', { as, chat })
  }, [as, chat, listed?.unread, listed?.notices])
  return (
    <section
      class={`conversation ${shown?.kind ?? ''}`}
      ref={section}
      aria-label={`Chat with ${title} as ${as}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const file = event.dataTransfer?.files[0]
        if (file && !isReadOnly.value) setDraft({ ...draft, file })
      }}
    >
      <div class="bar">
        <a class="back" href={linkOfPhone(index, { person: as })}>
          <Icon name="back" />
          <span class="hidden">Back to the chats</span>
          {unread > 0 && <Count title={plural(unread, 'unread message')} text={unread} />}
        </a>
        <Avatar id={bot?.id ?? shown?.id ?? 0} name={title} />
        <div class="titles">
          <h2 dir="auto" title={title}>
            {title}
          </h2>
          {shown && shown.kind !== 'private' ? <MembersButton as={as} chat={shown} /> : <small>@{chat}</small>}
        </div>
        {shown && !isBlocked && !isReadOnly.value && <ChatMenu as={as} chat={shown} />}
      </div>
      {bot && chats && !isReadOnly.value && <FirstStepsCard as={as} bot={bot} chat={isStarted ? shown : null} />}
      {loaded === null && <p class="service">{`There is no chat "${chat}" for ${as}.`}</p>}
      <Messages phone={phone} shown={shown} index={index} onDraft={setDraft} />
      {shownMoment.value && (
        <div class="composer row">
          <Icon name="past" />
          <p class="note">The past, read-only</p>
          <ReturnButton />
        </div>
      )}
      {!isReadOnly.value && isBlocked && (
        <ActionButton class="start" text={`Unblock ${title}`} action="unblock" params={{ as, bot: chat }} />
      )}
      {!isReadOnly.value && !isBlocked && <ReplyKeyboard as={as} chat={listed} />}
      {!isReadOnly.value && !isBlocked && isStarted && loaded !== null && (
        <Composer as={as} chat={chat} isPrivate={bot !== undefined} draft={draft} onDraft={setDraft} />
      )}
    </section>
  )
}

function ChatMenu({ as, chat: { id, kind, handle, title } }: { as: string; chat: ShownChatView }) {
  const isMember = model.chats(as).value?.some((each) => each.id === id)
  if (!isMember) return <ActionButton text="Join" action="join" params={{ as, chat: handle }} />
  const run = () => (kind === 'private' ? act('block', { as, bot: handle }) : act('leave', { as, chat: handle }))
  const item = { text: kind === 'private' ? 'Block' : 'Leave', isDangerous: true, run }
  return <MoreMenu label={`Actions on ${title}`} items={[item]} />
}

function ReplyKeyboard({ as, chat }: { as: string; chat: PersonChatView | undefined }) {
  const rows = chat?.reply_keyboard?.map((row) => row.map(({ text }) => text)) ?? []
  if (!chat || !rows.length) return null
  const tap = (row: number, column: number) =>
    void act('tap', { as, bot: chat.handle, key: rows[row - 1]?.[column - 1] })
  return <Keyboard of="key" rows={rows} onPress={tap} />
}
