// The messages of the open chat. Only a part of a long chat is drawn.

import { Fragment, type TargetedKeyboardEvent } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Phone } from '../../../control/contract/addresses.ts'
import type { MessageView } from '../../../control/contract/messages.ts'
import { serviceText } from '../../../control/describe/message.ts'
import type { Conversation } from '../../model/conversations.ts'
import { entryOfMessage, messageIdIn, placeRefusals } from '../../model/links.ts'
import { attempt } from '../actions.ts'
import { dayText } from '../clock.tsx'
import { Button, Memo } from '../controls.tsx'
import { model } from '../emulator.ts'
import { Icon } from '../icons.tsx'
import { focusFirst, steppedTo } from '../keep-focus.ts'
import { phones, selected } from '../route.ts'
import { messageLinks, messagesInPast, pastTraffic } from '../traffic/history.ts'
import type { Draft } from './composer.tsx'
import { MessageBubble } from './message.tsx'
import { RefusalLine } from './refusal.tsx'

/** The number of messages that are drawn at first, and that are added when the person scrolls to an edge. */
const STEP = 100
const MAX_DRAWN = 600

interface Props {
  phone: Phone
  shown: Conversation | undefined
  index: number
  onDraft(draft: Draft): void
}

export function Messages({ phone, shown, index, onDraft }: Props) {
  // The id of the first drawn message while the person reads earlier messages, else 0.
  const [from, setFrom] = useState(0)
  const log = useRef<HTMLDivElement>(null)
  const isLoading = useRef(false)
  const { person, chat = '', message: linked } = phone
  const messages = shown ? messagesInPast(shown, shown.messages) : []
  const linkedAt = linked === undefined ? -1 : messages.findIndex(({ message_id }) => message_id === linked)
  const newest = messages.at(-1)
  const at = messages.findIndex(({ message_id }) => message_id >= from)
  const first = Math.max(0, from && at >= 0 ? at : messages.length - STEP)
  const drawn = messages.slice(first, from ? first + MAX_DRAWN : undefined)
  const refusals = shown ? placeRefusals(pastTraffic.value, messageLinks.value, shown, messages) : []
  const refusalsBefore = (id: number | undefined) =>
    refusals
      .filter(({ before }) => before === id)
      .map(({ calls }) => <RefusalLine key={`refused ${calls[0]?.id}`} calls={calls} />)
  const [selectedId, ...answerIds] = shown ? selectedIn(shown) : []

  function showNewest() {
    setFrom(0)
    log.current?.scrollTo({ top: 0 })
  }
  useLayoutEffect(() => {
    if (from && newest?.author.handle === person) showNewest()
  }, [newest?.message_id])
  useLayoutEffect(() => {
    if (linkedAt >= 0) setFrom(messages[Math.max(0, linkedAt - STEP / 2)]?.message_id ?? 0)
    else if (linked && shown?.hasEarlier) void attempt(model.loadEarlier(person, chat, linked))
  }, [linked, shown === undefined, linkedAt < 0])
  const isLinkDrawn = drawn.some(({ message_id }) => message_id === linked)
  useLayoutEffect(() => {
    log.current?.querySelector('.linked')?.scrollIntoView({ block: 'center' })
  }, [linked, isLinkDrawn])
  useLayoutEffect(() => {
    log.current?.querySelector('.selected')?.scrollIntoView({ block: 'nearest' })
  }, [selected.value?.id])

  async function showEarlier() {
    if (isLoading.current) return
    isLoading.current = true
    if (!first) await attempt(model.loadEarlier(person, chat))
    isLoading.current = false
    const loaded = model.conversation(person, chat).peek()?.messages ?? []
    const firstAt = loaded.findIndex(({ message_id }) => message_id === drawn[0]?.message_id)
    setFrom(loaded[Math.max(0, firstAt - STEP)]?.message_id ?? 0)
  }
  function onScroll() {
    if (!log.current) return
    const { scrollTop, scrollHeight, clientHeight } = log.current
    // Scroll positions are counted from the end of the log: 0 shows the newest message, and earlier ones are negative.
    const below = -scrollTop
    const above = scrollHeight - clientHeight - below
    const isCut = first + drawn.length < messages.length
    if (above < clientHeight && below > 0 && (first || shown?.hasEarlier)) void showEarlier()
    else if (isCut && below < clientHeight) setFrom(messages[first + STEP]?.message_id ?? 0)
    else if (below < 40) setFrom(0)
    else if (!from) setFrom(drawn[0]?.message_id ?? 0)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the messages */}
      <div role="log" aria-label="Messages" tabIndex={0} ref={log} onScroll={onScroll} onKeyDown={moveFocus}>
        <div>
          {(first > 0 || shown?.hasEarlier) && (
            <Button class="earlier" onClick={showEarlier}>
              Show earlier messages
            </Button>
          )}
          {shown && !messages.length && <p class="hint">No messages yet.</p>}
          {drawn.map((message, place) => {
            const isPinned = shown?.pinned_message_id === message.message_id
            const isSelected = selectedId === message.message_id
            const isAnswer = answerIds.includes(message.message_id)
            const pressed = isSelected ? pressedData() : undefined
            const day = dayText(message.date)
            const before = drawn[place - 1]
            const isNewDay = !before || dayText(before.date) !== day
            const refused = place > 0 || !first ? refusalsBefore(message.message_id) : []
            const isContinued = !isNewDay && !refused.length && isBySameAuthor(message, before)
            const entry = shown && entryOfMessage(messageLinks.value, shown, message.message_id)
            const props = {
              message,
              isPinned,
              isSelected,
              isAnswer,
              pressed,
              isContinued,
              entry,
              phone,
              index,
              onDraft,
            }
            return (
              <Fragment key={message.message_id}>
                {isNewDay && <p class="day">{day}</p>}
                {refused}
                <Memo
                  inputs={[message, isPinned, isSelected, isAnswer, pressed, isContinued, phones.value, entry]}
                  draw={() => <MessageBubble {...props} />}
                />
              </Fragment>
            )
          })}
          {drawn.at(-1) === newest && refusalsBefore(undefined)}
        </div>
      </div>
      {from > 0 && (
        <Button class="newest" onClick={showNewest}>
          <Icon name="down" /> Newest messages
        </Button>
      )}
    </>
  )
}

/** The ids of the messages of the selected entry: its own first, which can be missing, then those of its answers. */
function selectedIn(chat: Conversation): (number | undefined)[] {
  const entry = selected.value
  if (!entry) return []
  const answers = model.traffic.value.filter(({ kind, cause }) => kind === 'call' && cause === entry.id)
  return [entry, ...answers].map((each) => messageIdIn(each, chat))
}

/** The data of the button that the selected update tells to be pressed. */
const pressedData = () => (selected.value?.kind === 'update' ? selected.value.update.callback_query?.data : undefined)

const isBySameAuthor = (message: MessageView, before: MessageView) =>
  before.author.id === message.author.id && serviceText(before) === undefined

function moveFocus(event: TargetedKeyboardEvent<HTMLElement>) {
  const message = steppedTo(event, '.message')
  if (message) focusFirst(['.bubble small a'], message)
}
