// A conversation as people saw it.

import type { ScenarioPage, SceneLine, UndatedLine } from '../../../control/contract/page-data.ts'
import { formatMs } from '../../../lib/time-text.ts'
import { hueOf } from '../phones/avatar.tsx'
import { Document, Photo } from '../phones/file.tsx'
import { Keyboard } from '../phones/keyboard.tsx'
import { Marked } from './words.tsx'

type Shown = UndatedLine & Partial<Pick<SceneLine, 'at'>>

interface SceneLineProps {
  /** The conversation. A line is undefined if this version of the conversation lacks it. */
  lines: readonly (Shown | undefined)[]
  at: number
  /** The chat that is named above the conversation. */
  chat?: string | undefined
  /** The same line in another version of the conversation, from which this one differs. */
  other?: Shown | undefined
  pictures?: ScenarioPage['pictures']
  /** When the conversation began. */
  since?: number | undefined
  /** True for the message that is most similar to the expected one. */
  isNearest?: boolean
}

/** The class of a conversation of one person with one bot: the sides of its messages show their authors. */
export function sidesOf(lines: readonly (Shown | undefined)[]): string {
  const authors = lines.flatMap((line) => (line?.author ? [line] : []))
  const people = new Set(authors.filter(({ bot }) => !bot).map(({ author }) => author))
  const bots = new Set(authors.filter(({ bot }) => bot).map(({ author }) => author))
  return people.size < 2 && bots.size < 2 ? 'private' : ''
}

/** A line, below the name of its chat and of its author if these are not those of the line before. */
export function SceneLineView({ lines, at, chat: first, other, pictures, since, isNearest }: SceneLineProps) {
  const line = lines[at]
  if (!line) return null
  const before = lines[at - 1]
  const { kind, author = '', reply_to, bot, text = '', file, buttons = [], keys = [], chat, message_id } = line
  if (kind === 'press') return <p class="service">{`${author} presses ‹${text}›`}</p>
  if (kind === 'delete') return <p class="service">message {message_id ?? text} was deleted</p>
  if (kind === 'notice') return <p class="service">{text}</p>
  if (kind === 'act') return <p class="service">{author ? `${author}: ${text}` : text}</p>
  const isSameChat = (lines.slice(0, at).findLast((each) => each?.chat)?.chat ?? first) === chat
  const isContinued = isSameChat && before?.author === author && /message|edit/.test(before.kind)
  const marked =
    (rows: Shown['buttons'] = []) =>
    (label: string, row: number, column: number) => <Marked text={label} other={other && (rows[row]?.[column] ?? '')} />
  const after = (line.at ?? 0) - (since ?? Infinity)
  const picture = file && pictures?.[file.unique_id]
  return (
    <>
      {!isSameChat && <p class="day">{chat}</p>}
      <article class={`message ${bot ? '' : 'mine'} ${isContinued ? 'continued' : ''}`}>
        <div class="message-body">
          <div class={`bubble ${picture ? 'media' : ''} ${isNearest ? 'nearest' : ''}`}>
            <b class="author" style={hueOf([...author].reduce((sum, letter) => sum + letter.charCodeAt(0), 0))}>
              {author}
            </b>
            {reply_to !== undefined && <blockquote>{reply_to}</blockquote>}
            {file && (picture ? <Photo address={picture} alt={file.name} author={author} /> : <Document {...file} />)}
            <div>
              {text && (
                <p class="text">
                  <Marked text={text} other={other?.text} />
                </p>
              )}
              <small>
                {kind === 'edit' && `edits ${message_id === undefined ? 'a message' : `message ${message_id}`} `}
                {line.at !== undefined && kind !== 'edit' && message_id !== undefined && `#${message_id} `}
                {after > 0 && `+${formatMs(1000 * after)}`}
              </small>
            </div>
          </div>
          {buttons.length > 0 && <Keyboard of="button" rows={buttons} draw={marked(other?.buttons)} />}
          {keys.length > 0 && <Keyboard of="key" rows={keys} draw={marked(other?.keys)} />}
        </div>
      </article>
    </>
  )
}
