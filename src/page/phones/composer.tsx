// The composer, in which a person writes or edits a message and attaches a file.

import type { TargetedClipboardEvent, TargetedKeyboardEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { MessageView } from '../../contract/messages.ts'
import type { ProfileView } from '../../contract/people.ts'
import { excerpt } from '../../describe/message.ts'
import { formatSize } from '../../describe/text.ts'
import { FILE_KINDS, type FileKind } from '../../spec/file-kinds.ts'
import { perform } from '../state/emulator.ts'
import { useView } from '../state/use-view.ts'
import { attempt } from '../state/world.ts'

export interface Draft {
  text: string
  file?: File
  replyTo?: MessageView
  edited?: MessageView
}

interface Props {
  as: string
  chat: string
  isPrivate: boolean
  draft: Draft
  onDraft(draft: Draft): void
}

/** Returns the kind of message that people usually send a file as, from its media type. */
const kindOf = ({ type }: File): FileKind => {
  if (/^image\/(jpeg|png|webp|gif|heic|avif)$/.test(type)) return 'photo'
  return FILE_KINDS.find((kind) => type.startsWith(`${kind}/`)) ?? 'document'
}

export function Composer({ as, chat, isPrivate, draft, onDraft }: Props) {
  const [kind, setKind] = useState<FileKind>('document')
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, file, replyTo, edited } = draft
  useEffect(() => {
    if (file) setKind(kindOf(file))
  }, [file])
  useEffect(() => {
    if (replyTo || edited || file) field.current?.focus()
  }, [replyTo, edited, file])

  async function send() {
    const reply_to = replyTo?.message_id
    if (edited) await perform('edit', { as, chat, message_id: edited.message_id, text })
    else if (file) await perform('sendFile', { as, to: chat, kind, file, caption: text || undefined, reply_to })
    else if (text) await perform('send', { as, to: chat, text, reply_to })
    onDraft({ text: '' })
  }

  const about = edited ? 'Editing' : replyTo ? 'Replying to' : undefined
  const submit = (event: Event) => {
    event.preventDefault()
    void attempt(send)
  }
  function onKeyDown(event: TargetedKeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) submit(event)
    if (event.key === 'Escape' && (text || file || about)) {
      event.stopPropagation()
      onDraft({ text: '' })
    }
  }
  function onPaste({ clipboardData }: TargetedClipboardEvent<HTMLTextAreaElement>) {
    const pasted = clipboardData?.files[0]
    if (pasted) onDraft({ ...draft, file: pasted })
  }

  return (
    <form class="composer" onSubmit={submit}>
      {(about || file) && (
        <p class="about">
          {about ? `${about} “${excerpt(edited ?? replyTo ?? {})}” ` : ''}
          {file && (
            <>
              {file.name} ({formatSize(file.size)}) as{' '}
              <select
                aria-label="Kind of file"
                value={kind}
                onChange={({ currentTarget }) => setKind(currentTarget.value as FileKind)}
              >
                {FILE_KINDS.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            </>
          )}
          <button type="button" onClick={() => onDraft({ text: edited ? '' : text })}>
            Cancel
          </button>
        </p>
      )}
      {isPrivate && text.startsWith('/') && (
        <Commands as={as} chat={chat} prefix={text.slice(1)} onChoose={(text) => onDraft({ ...draft, text })} />
      )}
      <div class="row">
        <label class="file">
          <span aria-hidden="true">+</span>
          <span class="hidden">Attach a file</span>
          <input
            type="file"
            onChange={({ currentTarget }) => {
              const [chosen] = currentTarget.files ?? []
              currentTarget.value = ''
              if (chosen) onDraft({ ...draft, file: chosen })
            }}
          />
        </label>
        <textarea
          ref={field}
          rows={1}
          aria-label={`Message from ${as}`}
          placeholder="Message"
          value={text}
          onInput={({ currentTarget }) => onDraft({ ...draft, text: currentTarget.value })}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <button type="submit">Send</button>
      </div>
    </form>
  )
}

interface CommandsProps extends Pick<Props, 'as' | 'chat'> {
  prefix: string
  onChoose(text: string): void
}

function Commands({ as, chat, prefix, onChoose }: CommandsProps) {
  const profile = useView<ProfileView>(`bots/${encodeURIComponent(chat)}/profile?as=${encodeURIComponent(as)}`)
  const matching = profile?.commands.filter(({ command }) => command.startsWith(prefix) && command !== prefix)
  if (!matching?.length) return null
  return (
    <ul class="commands" aria-label="Commands">
      {matching.map(({ command, description }) => (
        <li key={command}>
          <button type="button" onClick={() => onChoose(`/${command}`)}>
            /{command} <small>{description}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}
