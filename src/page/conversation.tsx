// The open chat on a phone: messages, reply keyboard and composer.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { PersonChatView, ShownChatView } from '../contract/chats.ts'
import type { MessageView } from '../contract/messages.ts'
import { plural } from '../describe/text.ts'
import { dayOf } from '../describe/time.ts'
import { Composer, type Draft } from './composer.tsx'
import { isCopy, perform } from './emulator.ts'
import { Members } from './members.tsx'
import { MessageBubble } from './message.tsx'
import { linkOfPhone, type Phone } from './route.ts'
import { attempt, bots, chatsOf, conversationKey, conversations } from './world.ts'

/** The number of messages that are drawn at first, and that "Show earlier messages" adds each time. */
const PAGE_SIZE = 100

interface Props {
  phone: Phone
  chat: string
  index: number
}

export function Conversation({ phone, chat, index }: Props) {
  const as = phone.person
  const shown = conversations.value[conversationKey(as, chat)]
  const listed = chatsOf.value[as]?.find(({ handle }) => handle === chat)
  const bot = bots.value.find(({ handle }) => handle === chat)
  const [draft, setDraft] = useState<Draft>({ text: '' })
  const title = shown?.title ?? bot?.first_name ?? chat
  useEffect(() => {
    if (!isCopy && listed && listed.unread + listed.notices > 0) void perform('read', { as, chat }).catch(() => {})
  }, [as, chat, listed?.unread, listed?.notices])
  return (
    <section
      class="conversation"
      aria-label={`Chat with ${title}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const file = event.dataTransfer?.files[0]
        if (file && !isCopy) setDraft({ ...draft, file })
      }}
    >
      <div class="bar">
        <a href={linkOfPhone(index, { person: as })} aria-label="Back to the chats">
          ‹
        </a>
        <h2>{title}</h2>
        {shown && !isCopy && <ChatButtons as={as} chat={shown} />}
      </div>
      {shown && shown.kind !== 'private' && <Members as={as} chat={shown} />}
      <Messages phone={phone} shown={shown} index={index} onDraft={setDraft} />
      {bot && !isCopy && shown?.kind !== 'private' ? (
        <button type="button" class="start" onClick={() => attempt(() => perform('start', { as, bot: chat }))}>
          Start
        </button>
      ) : (
        <>
          <ReplyKeyboard as={as} chat={listed} />
          {!isCopy && (
            <Composer as={as} chat={chat} isPrivate={shown?.kind === 'private'} draft={draft} onDraft={setDraft} />
          )}
        </>
      )}
    </section>
  )
}

function ChatButtons({ as, chat }: { as: string; chat: ShownChatView }) {
  const run = (action: string, params: Record<string, unknown>) => () =>
    attempt(() => perform(action, { as, ...params }))
  if (chat.kind === 'private') {
    const action = chat.blocked ? 'unblock' : 'block'
    return (
      <button type="button" onClick={run(action, { bot: chat.handle })}>
        {chat.blocked ? 'Unblock' : 'Block'}
      </button>
    )
  }
  const isMember = chatsOf.value[as]?.some(({ id }) => id === chat.id)
  return (
    <button type="button" onClick={run(isMember ? 'leave' : 'join', { chat: chat.handle })}>
      {isMember ? 'Leave' : 'Join'}
    </button>
  )
}

interface MessagesProps {
  phone: Phone
  shown: ShownChatView | undefined
  index: number
  onDraft(draft: Draft): void
}

function Messages({ phone, shown, index, onDraft }: MessagesProps) {
  const [count, setCount] = useState(PAGE_SIZE)
  const [isBehind, setIsBehind] = useState(false)
  const log = useRef<HTMLDivElement>(null)
  const messages = shown?.messages ?? []
  const newest = messages.at(-1)?.message_id
  const linkedAt = messages.findIndex(({ message_id }) => message_id === phone.message)
  const first = Math.max(0, Math.min(messages.length - count, linkedAt < 0 ? messages.length : linkedAt))
  const follow = () => log.current?.scrollTo({ top: log.current.scrollHeight })
  useLayoutEffect(() => {
    if (!isBehind) follow()
  }, [newest, shown?.id])
  useLayoutEffect(() => {
    log.current?.querySelector('.linked')?.scrollIntoView({ block: 'center' })
  }, [phone.message, linkedAt < 0])
  function onScroll() {
    const element = log.current
    if (element) setIsBehind(element.scrollHeight - element.scrollTop - element.clientHeight > 40)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the messages */}
      <div class="log" role="log" aria-label="Messages" tabIndex={0} ref={log} onScroll={onScroll}>
        {first > 0 && (
          <button type="button" class="earlier" onClick={() => setCount(count + PAGE_SIZE)}>
            Show earlier messages ({first})
          </button>
        )}
        {!messages.length && <p class="hint">No messages yet.</p>}
        {messages.slice(first).map((message, at, drawn) => (
          <MessageRow
            key={message.message_id}
            message={message}
            previous={drawn[at - 1]}
            phone={phone}
            shown={shown}
            index={index}
            onDraft={onDraft}
          />
        ))}
      </div>
      {isBehind && (
        <button type="button" class="newer" onClick={follow}>
          Newest messages ↓
        </button>
      )}
    </>
  )
}

function MessageRow(props: MessagesProps & { message: MessageView; previous: MessageView | undefined }) {
  const { message, previous, phone, shown, index, onDraft } = props
  const day = dayOf(message.date)
  return (
    <>
      {(!previous || dayOf(previous.date) !== day) && <p class="day">{day}</p>}
      <MessageBubble
        message={message}
        as={phone.person}
        chat={phone.chat ?? ''}
        isPinned={shown?.pinned_message_id === message.message_id}
        isLinked={phone.message === message.message_id}
        link={linkOfPhone(index, { ...phone, message: message.message_id })}
        onDraft={onDraft}
      />
    </>
  )
}

function ReplyKeyboard({ as, chat }: { as: string; chat: PersonChatView | undefined }) {
  if (!chat?.reply_keyboard?.length) return null
  const tap = (key: string) => attempt(() => perform('tap', { as, bot: chat.handle, key }))
  return (
    <fieldset class="keyboard">
      <legend class="hidden">{plural(chat.reply_keyboard.flat().length, 'key')}</legend>
      {chat.reply_keyboard.map((row, at) => (
        <div key={at} class="row">
          {row.map(({ text }, place) => (
            <button key={place} type="button" disabled={isCopy} onClick={() => tap(text)}>
              {text}
            </button>
          ))}
        </div>
      ))}
    </fieldset>
  )
}
