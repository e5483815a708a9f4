// What is being written, with what could be written next above it, and the reply keyboard.

import { excerpt } from '../state/excerpt.ts'
import { meOf, openBot, openChatNow } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { composerSuggestions, type Suggestion } from '../state/suggest.ts'
import { type Line, type Span, span } from '../terminal/line.ts'
import { clip, safe, width, wrap } from '../terminal/text.ts'
import { type Look, signsOf } from '../terminal/theme.ts'
import { firstShown } from '../terminal/window.ts'

const MAX_LINES = 5
const MAX_SUGGESTIONS = 5

/** As many lines as it needs, at most `most`. */
export function composerLines(state: State, room: number, most: number): Line[] {
  if (state.find)
    return [[span(` / find in ${state.find.pane}: `, 'strong'), ...cursorIn(state.find.input, state.look)]]
  if (state.open === null) return [[span(' no chat is open', 'dim')]]
  const isHere = state.focus === 'compose' && !state.overlays.length
  // What lies on top of a small screen needs the room more.
  if (state.overlays.length && (room < 80 || state.size.rows < 30)) return []
  const written = writtenLines(state, room, isHere)
  const above = [
    ...(isHere ? suggestionLines(composerSuggestions(state), state.composer.suggestion, state.look, room) : []),
    ...aboutLine(state, room),
  ]
  const keyboard = state.overlays.length ? [] : keyboardLines(state, room)
  return [...keyboard, ...above, ...written].slice(-most)
}

function aboutLine(state: State, room: number): Line[] {
  const { replyTo, editing } = state.composer
  const id = editing ?? replyTo
  if (id === null) return []
  const message = state.talk.messages.find((one) => one.message_id === id)
  const { reply, more } = signsOf(state.look)
  const what = editing === null ? `${reply} reply to ${message?.author.first_name ?? ''}` : 'edit'
  return [[span(clip(` ${what} #${id}: ${message ? excerpt(message) : ''}  (Esc lets go)`, room, more), 'mark')]]
}

/** Line by line as it was written, the last few of them around the cursor. */
function writtenLines(state: State, room: number, isHere: boolean): Line[] {
  const { text, at } = state.composer
  const chat = openChatNow(state)
  const title = chat?.title ?? openBot(state)?.first_name ?? state.open
  const prompt = ` ${isHere ? '>' : ' '} `
  if (text === '') {
    const cursor = isHere ? [span(signsOf(state.look).cursor, 'strong')] : []
    return [[span(prompt, 'strong'), ...cursor, span(`write to ${title} as ${meOf(state)?.first_name ?? '?'}`, 'dim')]]
  }
  const { cursor } = signsOf(state.look)
  const marked = isHere ? `${text.slice(0, at)}\u0001${text.slice(at)}` : text
  const lines = marked.split('\n').flatMap((one) => wrapMarked(one, room - 5, cursor))
  const here = lines.findIndex((one) => one.some((piece) => piece.style === 'strong'))
  const first = firstShown(lines.length, Math.max(0, here), MAX_LINES)
  return lines
    .slice(first, first + MAX_LINES)
    .map((one, i) => [span(first + i === 0 ? prompt : '   ', 'strong'), ...one])
}

/** U+0001 stands where the cursor is; typed text cannot hold one unseen, as controls show as pictures. */
function wrapMarked(text: string, room: number, cursor: string): Line[] {
  const marker = '\u2401'
  return wrap(text, room).map((one): Line => {
    const at = one.indexOf(marker)
    return at < 0 ? [span(one)] : [span(one.slice(0, at)), span(cursor, 'strong'), span(one.slice(at + marker.length))]
  })
}

export function cursorIn({ text, at }: { text: string; at: number }, look: Look): Span[] {
  return [span(safe(text.slice(0, at))), span(signsOf(look).cursor, 'strong'), span(safe(text.slice(at)))]
}

export function suggestionLines(suggestions: readonly Suggestion[], chosen: number, look: Look, room: number): Line[] {
  const at = Math.min(chosen, suggestions.length - 1)
  const first = firstShown(suggestions.length, at, MAX_SUGGESTIONS)
  const shown = suggestions.slice(first, first + MAX_SUGGESTIONS)
  const labelOf = ({ text, label }: Suggestion) => label ?? text.trim()
  const wide = Math.min(30, Math.max(0, ...shown.map((one) => width(labelOf(one)))))
  return shown.map((one, i): Line => {
    const isChosen = first + i === at
    const name = clip(labelOf(one), wide, signsOf(look).more)
    const label = ` ${isChosen ? '>' : ' '} ${name}${' '.repeat(Math.max(0, wide - width(name)))}`
    return [
      span(label, isChosen ? 'chosen' : 'key'),
      span(clip(`  ${one.says}`, Math.max(0, room - wide - 4), signsOf(look).more), 'dim'),
    ]
  })
}

function keyboardLines(state: State, room: number): Line[] {
  const rows = openChatNow(state)?.reply_keyboard
  if (!rows) return []
  const isHere = state.focus === 'keyboard' && !state.overlays.length
  const { more } = signsOf(state.look)
  let nth = 0
  const lines = rows.map((row): Span[] => [
    span(' '),
    ...row.flatMap((key): Span[] => {
      const isAtHand = isHere && nth++ === state.chosen.keyboard
      if (!isHere) nth++
      const label = clip(key.text, Math.max(3, Math.floor(room / row.length) - 6), more)
      return [isAtHand ? span(`[>${label}<]`, 'chosen') : span(`[ ${label} ]`, 'button'), span(' ')]
    }),
  ])
  const at = isHere ? lines.findIndex((one) => one.some((piece) => piece.style === 'chosen')) : 0
  const most = isHere ? 5 : 2
  const first = firstShown(lines.length, Math.max(0, at), most)
  const shown = lines.slice(first, first + most)
  const hidden = lines.length - shown.length
  return hidden > 0 && !isHere ? [...shown, [span(` ${more} ${hidden} more, Tab goes there`, 'dim')]] : shown
}
