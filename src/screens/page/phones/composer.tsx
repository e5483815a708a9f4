// The composer, in which a person writes or edits a message and attaches a file.

import type { TargetedKeyboardEvent } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { MessageView } from '../../../control/contract/messages.ts'
import { messageExcerpt } from '../../../control/describe/message.ts'
import { formatSize } from '../../../lib/safe-text.ts'
import { FILE_KINDS, type FileKind } from '../../../service/rules/file-kinds.ts'
import { act } from '../actions.ts'
import { Button, Form } from '../controls.tsx'
import { model } from '../emulator.ts'
import { Icon } from '../icons.tsx'
import { Choice } from '../menu.tsx'

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

/** Returns the kind of message, such as photo, that people usually choose for a file of this media type. */
const kindOf = ({ type }: File): FileKind => {
  if (/^image\/(jpeg|png|webp|gif|heic|avif)$/.test(type)) return 'photo'
  return FILE_KINDS.find((kind) => type.startsWith(`${kind}/`)) ?? 'document'
}

export function Composer({ as, chat, isPrivate, draft, onDraft }: Props) {
  const [kind, setKind] = useState<FileKind>('document')
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, file, replyTo, edited } = draft
  useLayoutEffect(() => {
    if (file) setKind(kindOf(file))
  }, [file])
  useLayoutEffect(() => {
    if (replyTo || edited || file) field.current?.focus()
  }, [replyTo, edited, file])

  async function send() {
    const reply_to = replyTo?.message_id
    const upload = file && { name: file.name, bytes: file }
    const done = edited
      ? await act('edit', { as, chat, message_id: edited.message_id, text })
      : file
        ? await act('sendFile', { as, to: chat, kind, file: upload, caption: text || undefined, reply_to })
        : text && (await act('send', { as, to: chat, text, reply_to }))
    if (done) onDraft({ text: '' })
  }

  const label = `Message as ${model.people.value.find(({ handle }) => handle === as)?.first_name ?? as}`
  const about = edited ? 'Editing' : replyTo ? 'Replying to' : undefined
  function onKeyDown(event: TargetedKeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault()
      void send()
    }
    if (event.key === 'Escape' && (text || file || about)) {
      event.stopPropagation()
      onDraft({ text: '' })
    }
  }
  const attach = (files: FileList | null | undefined) => {
    if (files?.[0]) onDraft({ ...draft, file: files[0] })
  }

  return (
    <Form class="composer" onSubmit={send}>
      {(about || file) && (
        <p class="about">
          {about ? `${about} “${messageExcerpt(edited ?? replyTo ?? {})}” ` : ''}
          {file && (
            <>
              {file.name} ({formatSize(file.size)}) as{' '}
              <Choice
                label="Kind of file"
                value={kind}
                choices={FILE_KINDS}
                onChoose={(choice) => setKind(choice as FileKind)}
              />
            </>
          )}
          <Button onClick={() => onDraft({ text: edited ? '' : text })}>Cancel</Button>
        </p>
      )}
      {isPrivate && text.startsWith('/') && <Commands {...{ as, chat, draft, onDraft }} />}
      <div class="row">
        <label class="file">
          <Icon name="attach" />
          <span class="hidden">Attach a file</span>
          <input
            type="file"
            onChange={({ currentTarget }) => {
              attach(currentTarget.files)
              currentTarget.value = ''
            }}
          />
        </label>
        <textarea
          ref={field}
          rows={1}
          aria-label={label}
          placeholder={label}
          value={text}
          onInput={({ currentTarget }) => onDraft({ ...draft, text: currentTarget.value })}
          onKeyDown={onKeyDown}
          onPaste={({ clipboardData }) => attach(clipboardData?.files)}
        />
        <button type="submit" class="send" aria-label="Send" title="Send">
          <Icon name="send" />
        </button>
      </div>
    </Form>
  )
}

function Commands({ as, chat, draft, onDraft }: Omit<Props, 'isPrivate'>) {
  const prefix = draft.text.slice(1)
  const profile = model.view('/bots/:bot/profile', { bot: chat, as }).value
  const matching = profile?.commands.filter(({ command }) => command.startsWith(prefix) && command !== prefix)
  if (!matching?.length) return null
  return (
    <ul class="commands" aria-label="Commands">
      {matching.map(({ command, description }) => (
        <li key={command}>
          <Button onClick={() => onDraft({ ...draft, text: `/${command}` })}>
            /{command} <small>{description}</small>
          </Button>
        </li>
      ))}
    </ul>
  )
}
