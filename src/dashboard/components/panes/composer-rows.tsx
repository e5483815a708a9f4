// What is being written, with what could be written next above it, and the reply keyboard.

import { Fragment, type ReactNode } from 'react'
import { composerSuggestions, suggestionsBegun } from '../../forms/suggest.ts'
import { excerpt } from '../../state/excerpt.ts'
import { hitsIn } from '../../state/finding.ts'
import { isInspectorOnTop } from '../../state/layout.ts'
import { meOf, openBot, openChatNow } from '../../state/roster.ts'
import type { State } from '../../state/state.ts'
import { clip, wrap } from '../../text/cells.ts'
import { signsOf } from '../frame/theme.ts'
import { shownOf } from '../frame/window.ts'
import { BLANK_ROW, paragraph, Row, TextInput, Words } from '../frame/words.tsx'
import { MAX_SHOWN, suggestionRows } from './suggestion-rows.tsx'

const MAX_LINES = 5
const FOUND_IN = { chats: 'chats', talk: 'the messages', traffic: 'the traffic', inspector: 'the inspector' } as const

/** As many rows as it needs, at most `most`. */
export function composerRows(state: State, room: number, most: number): ReactNode[] {
  if (state.find) {
    const prompt = ` / find in ${FOUND_IN[state.find.pane]}: `
    const outcome = isNotFound(state) ? ' not found' : ''
    return [
      <Row key="find">
        <Words as="strong">{prompt}</Words>
        <TextInput input={state.find.input} room={room - prompt.length - outcome.length} />
        <Words as="bad">{outcome}</Words>
      </Row>,
    ]
  }
  if (state.open === null) return paragraph(' no chat is open', room, 'dim')
  const isHere = state.focus === 'compose' && !state.overlays.length
  // What lies on top of a small screen needs the room more.
  const isCovered = state.overlays.length > 0 || isInspectorOnTop(state)
  if (isCovered && (room < 80 || state.size.rows < 30)) return []
  const above = [...(isHere ? offeredRows(state) : []), ...aboutRow(state, room)]
  const keyboard = isCovered ? [] : keyboardRows(state, room)
  return [...keyboard, ...above, ...writtenRows(state, room, isHere)].slice(-most)
}

/** As many rows as there were suggestions at first, so that nothing moves while somebody types. */
function offeredRows(state: State): ReactNode[] {
  const rows = suggestionRows(composerSuggestions(state), state.composer.suggestion, state.look)
  const empty = Math.max(0, Math.min(MAX_SHOWN, suggestionsBegun(state)) - rows.length)
  return [...Array<ReactNode>(empty).fill(BLANK_ROW), ...rows]
}

const isNotFound = (state: State) => state.find?.pane === 'talk' && state.filters.talk !== '' && !hitsIn(state).length

function aboutRow(state: State, room: number): ReactNode[] {
  const { replyTo, editing } = state.composer
  const id = editing ?? replyTo
  if (id === null) return []
  const message = state.talk.messages.find((one) => one.message_id === id)
  const { reply, more } = signsOf(state.look)
  const what = editing === null ? `${reply} reply to ${message?.author.first_name ?? ''}` : 'edit'
  return paragraph(clip(` ${what} #${id}: ${message ? excerpt(message) : ''}  (Esc lets go)`, room, more), room, 'mark')
}

/** Line by line as it was written, the last few of them around the cursor. */
function writtenRows(state: State, room: number, isHere: boolean): ReactNode[] {
  const { text, at } = state.composer
  const title = openChatNow(state)?.title ?? openBot(state)?.first_name ?? state.open
  const prompt = ` ${isHere ? '>' : ' '} `
  const { cursor } = signsOf(state.look)
  if (text === '')
    return [
      <Row key="empty">
        <Words as="strong">{prompt + (isHere ? cursor : '')}</Words>
        <Words as="dim">{`write to ${title} as ${meOf(state)?.first_name ?? '?'}`}</Words>
      </Row>,
    ]
  const marked = isHere ? `${text.slice(0, at)}${MARKER}${text.slice(at)}` : text
  const lines = wrap(marked, room - 5)
  const here = lines.findIndex((line) => line.includes(MARKER_SHOWN))
  return shownOf(lines, Math.max(0, here), MAX_LINES).map(({ item: line, i }) => {
    const [before = '', after] = line.split(MARKER_SHOWN)
    return (
      <Row key={`${i} ${line}`}>
        <Words as="strong">{i === 0 ? prompt : '   '}</Words>
        <Words>{before}</Words>
        {after !== undefined && <Words as="strong">{cursor}</Words>}
        {after !== undefined && <Words>{after}</Words>}
      </Row>
    )
  })
}

/** Stands where the cursor is while the text is wrapped; typed text cannot hold one unseen. */
const MARKER = '\u0001'
const MARKER_SHOWN = '\u2401'

function keyboardRows(state: State, room: number): ReactNode[] {
  const keyboard = openChatNow(state)?.reply_keyboard
  if (!keyboard) return []
  const isHere = state.focus === 'keyboard' && !state.overlays.length
  const { more } = signsOf(state.look)
  let nth = 0
  let at = 0
  const rows = keyboard.map((keys, y) => (
    <Row key={y}>
      {keys.map((key) => {
        const isAtHand = isHere && nth === state.chosen.keyboard
        if (isAtHand) at = y
        const label = clip(key.text, Math.max(3, Math.floor(room / keys.length) - 6), more)
        return (
          <Fragment key={nth}>
            <Words> </Words>
            <Words on={{ key: nth++ }} as={isAtHand ? 'chosen' : 'button'}>
              {isAtHand ? `[>${label}<]` : `[ ${label} ]`}
            </Words>
          </Fragment>
        )
      })}
    </Row>
  ))
  const most = isHere ? 5 : 2
  const shown = shownOf(rows, at, most).map(({ item }) => item)
  const hidden = rows.length - shown.length
  if (hidden === 0 || isHere) return shown
  return [...shown, ...paragraph(` ${more} ${hidden} more, Tab goes there`, room, 'dim')]
}
