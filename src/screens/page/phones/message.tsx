// A message with its author, file, text, inline keyboard, and buttons for actions.

import { useState } from 'preact/hooks'
import type { Phone } from '../../../control/contract/addresses.ts'
import type { MessageView } from '../../../control/contract/messages.ts'
import type { CallView } from '../../../control/contract/traffic.ts'
import { messageExcerpt, serviceText, textOrCaption } from '../../../control/describe/message.ts'
import { plural } from '../../../lib/safe-text.ts'
import { minuteOf } from '../../../lib/time-text.ts'
import { act } from '../actions.ts'
import { ActionButton, Button } from '../controls.tsx'
import { CopyButton } from '../copy-button.tsx'
import { closeDialog, showDialog } from '../dialog.tsx'
import { Icon } from '../icons.tsx'
import { linkOfPhone } from '../route.ts'
import { isReadOnly } from '../traffic/history.ts'
import { hueOf } from './avatar.tsx'
import type { Draft } from './composer.tsx'
import { AttachedFile, photoStyle } from './file.tsx'
import { Keyboard } from './keyboard.tsx'
import { CallCard } from './refusal.tsx'

interface Props {
  message: MessageView
  isPinned: boolean
  /** The call that sent the message, if the traffic still has it. */
  call: CallView | undefined
  phone: Phone
  index: number
  onDraft(draft: Draft): void
}

export function MessageBubble({ message, isPinned, call, phone, index, onDraft }: Props) {
  const [showsCall, setShowsCall] = useState(false)
  const service = serviceText(message)
  if (service !== undefined) return <p class="service">{service}</p>
  const { person: as, chat = '' } = phone
  const isMine = message.author.handle === as
  const { message_id, reply_to_message: target, edit_date } = message
  const run = (action: string) => () => act(action, { as, chat, message_id })
  const canAct = !isReadOnly.value
  const tools = [
    { text: 'Call', icon: 'call', isShown: call, run: () => setShowsCall(!showsCall) },
    { text: 'Reply', icon: 'reply', isShown: canAct, run: () => onDraft({ text: '', replyTo: message }) },
    {
      text: 'Edit',
      icon: 'edit',
      isShown: canAct && isMine && message.text !== undefined,
      run: () => onDraft({ text: message.text ?? '', edited: message }),
    },
    { text: 'Delete', icon: 'delete', isShown: canAct, run: run('delete') },
    { text: isPinned ? 'Unpin' : 'Pin', icon: 'pin', isShown: canAct, run: run(isPinned ? 'unpin' : 'pin') },
  ] as const
  const style = photoStyle(message)
  const classes = ['message', isMine && 'mine', phone.message === message_id && 'linked'].filter(Boolean).join(' ')
  return (
    <article class={classes}>
      <div class="with-tools">
        <div class={style ? 'bubble media' : 'bubble'} style={style}>
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
        <div class="tools" aria-live="off">
          {tools.map(
            ({ text, icon, isShown, run }) =>
              isShown && (
                <Button key={text} class="quiet" aria-label={text} title={text} onClick={run}>
                  <Icon name={icon} />
                </Button>
              ),
          )}
        </div>
        <InlineKeyboard {...{ message, as, chat }} />
      </div>
      {showsCall && call && <CallCard call={call} />}
    </article>
  )
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

function InlineKeyboard({ message, as, chat }: PartProps) {
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
  return <Keyboard label={plural(labels.flat().length, 'button')} rows={labels} onPress={press} />
}

/** Asks before a link of a bot is opened. */
function showLink(url: string) {
  function open() {
    closeDialog()
    window.open(url, '_blank', 'noopener,noreferrer')
  }
  const body = (
    <>
      <p class="address">{url}</p>
      <p class="buttons">
        {/^https?:/i.test(url) && <Button onClick={open}>Open</Button>}
        <CopyButton label="Copy" text={() => url} />
      </p>
    </>
  )
  showDialog({ title: 'The button opens a link', body })
}
