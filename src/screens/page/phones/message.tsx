// A message with its author, file, text, inline keyboard and menu.

import type { TargetedMouseEvent } from 'preact'
import type { Phone } from '../../../control/contract/addresses.ts'
import type { MessageView } from '../../../control/contract/messages.ts'
import { messageExcerpt, serviceText, textOrCaption } from '../../../control/describe/message.ts'
import { minuteOf } from '../../../lib/time-text.ts'
import type { TrafficEntry } from '../../model/traffic-entries.ts'
import { act } from '../actions.ts'
import { ActionButton, Button } from '../controls.tsx'
import { CopyButton } from '../copy-button.tsx'
import { closeDialog, showDialog } from '../dialog.tsx'
import { Icon } from '../icons.tsx'
import { MoreMenu } from '../menu.tsx'
import { linkOfPhone, select } from '../route.ts'
import { isReadOnly } from '../traffic/history.ts'
import { hueOf } from './avatar.tsx'
import type { Draft } from './composer.tsx'
import { AttachedFile, mediaStyle } from './file.tsx'
import { Keyboard } from './keyboard.tsx'
import { EntryCard } from './refusal.tsx'

interface Props {
  message: MessageView
  isPinned: boolean
  isSelected: boolean
  /** True if the message answers the selected update. */
  isAnswer: boolean
  /** The data of the button on which the selected update tells a press. */
  pressed: string | undefined
  /** True if the message before is by the same author, so that both stand together. */
  isContinued: boolean
  /** The call that sent the message, or the update that brought it to a bot, if the traffic still has it. */
  entry: TrafficEntry | undefined
  phone: Phone
  index: number
  onDraft(draft: Draft): void
}

export function MessageBubble(props: Props) {
  const { message, isPinned, isSelected, isAnswer, pressed, isContinued, entry, phone, index } = props
  const service = serviceText(message)
  if (service !== undefined) return <p class="service">{service}</p>
  const { person: as, chat = '' } = phone
  const isMine = message.author.handle === as
  const { message_id, reply_to_message: target, edit_date } = message
  const items = menuOf(props, isMine)
  const style = mediaStyle(message)
  const isLinked = phone.message === message_id
  const classes = [
    isMine && 'mine',
    isContinued && 'continued',
    isLinked && 'linked',
    (isSelected || isAnswer) && 'selected',
  ]
  function onClick({ target }: TargetedMouseEvent<HTMLElement>) {
    const isForPart = target instanceof Element && target.closest('a, button, video, audio')
    if (entry && !isForPart && getSelection()?.isCollapsed) select(isSelected ? undefined : entry)
  }
  return (
    <article class={['message', ...classes].filter(Boolean).join(' ')}>
      <div class="message-body">
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the menu has the same */}
        <div class={style ? 'bubble media' : 'bubble'} style={style} onClick={onClick}>
          {!isMine && (
            <b class="author" style={hueOf(message.author.id)}>
              {message.author.first_name}
            </b>
          )}
          {target && <blockquote dir="auto">{messageExcerpt(target)}</blockquote>}
          <AttachedFile message={message} />
          <div dir="auto">
            <MessageText {...{ message, as, chat }} />
            <small aria-live="off">
              {isPinned && <Icon name="pin" />}
              {edit_date && 'edited '}
              <a
                href={linkOfPhone(index, { ...phone, message: message_id })}
                tabIndex={-1}
                aria-label={`${minuteOf(message.date)}, link to message ${message_id}`}
              >
                {minuteOf(message.date)}
              </a>
            </small>
          </div>
        </div>
        {items.length > 0 && <MoreMenu label={`Actions on message ${message_id}`} class="tools" items={items} />}
        <InlineKeyboard {...{ message, as, chat, pressed }} />
      </div>
      {isSelected && entry && <EntryCard entry={entry} />}
    </article>
  )
}

function menuOf({ message, isPinned, isSelected, entry, phone, onDraft }: Props, isMine: boolean) {
  const { text, message_id } = message
  const run = (action: string) => () => act(action, { as: phone.person, chat: phone.chat, message_id })
  const edit = { text: 'Edit', run: () => onDraft({ text: text ?? '', edited: message }) }
  const show = {
    text: `${isSelected ? 'Hide' : 'Show'} the ${entry?.kind}`,
    run: () => select(isSelected ? undefined : entry),
  }
  if (isReadOnly.value) return entry ? [show] : []
  return [
    { text: 'Reply', run: () => onDraft({ text: '', replyTo: message }) },
    ...(isMine && text !== undefined ? [edit] : []),
    isPinned ? { text: 'Unpin', run: run('unpin') } : { text: 'Pin', run: run('pin') },
    ...(entry ? [show] : []),
    { text: 'Delete', isDangerous: true, run: run('delete') },
  ]
}

interface PartProps {
  message: MessageView
  as: string
  chat: string
}

/** The text of a message. A click on a command in the text sends the command. */
function MessageText({ message, as, chat }: PartProps) {
  const text = textOrCaption(message)
  if (!text) return null
  const commands = message.text === undefined ? [] : (message.entities ?? [])
  let from = 0
  const parts = commands.flatMap(({ offset, length }) => {
    const before = text.slice(from, offset)
    from = offset + length
    const command = text.slice(offset, from)
    const params = { as, to: chat, text: command }
    return [before, <ActionButton key={offset} class="command" text={command} action="send" params={params} />]
  })
  return (
    <p class="text">
      {parts}
      {text.slice(from)}
    </p>
  )
}

function InlineKeyboard({ message, as, chat, pressed }: PartProps & Pick<Props, 'pressed'>) {
  const rows = message.reply_markup?.inline_keyboard ?? []
  if (!rows.length) return null
  const labels = rows.map((row) => row.map(({ text, url }) => (url ? `${text} ↗` : text)))
  // The action gets the position of the button, because two buttons can have the same text.
  async function press(row: number, column: number) {
    const done = await act('press', { as, chat, row, column, message_id: message.message_id })
    const pressed = done?.result
    const url = typeof pressed === 'object' && pressed && 'url' in pressed ? String(pressed.url) : undefined
    if (url) showLink(url)
  }
  const isPressed = (row: number, column: number) =>
    pressed !== undefined && rows[row]?.[column]?.callback_data === pressed
  const draw = (text: string, row: number, column: number) => (isPressed(row, column) ? <mark>{text}</mark> : text)
  return <Keyboard of="button" rows={labels} onPress={press} draw={draw} />
}

/** Asks before a link of a bot is opened. */
function showLink(url: string) {
  function open() {
    closeDialog()
    window.open(url, '_blank', 'noopener,noreferrer')
  }
  const body = (
    <>
      <p>{url}</p>
      <p class="buttons">
        {/^https?:/i.test(url) && <Button onClick={open}>Open</Button>}
        <CopyButton label="Copy" text={() => url} />
      </p>
    </>
  )
  showDialog({ title: 'The button opens a link', body })
}
