// The text being written, its suggestions above it, and the reply keyboard.

import { excerpt } from '../../describe/message.ts'
import { composerSuggestions, suggestionsBegun } from '../forms/suggest.ts'
import { isInspectorOnTop } from '../state/layout.ts'
import { hitsIn } from '../state/messages.ts'
import { meOf, openBot, openChat } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { clip, wrap } from '../text/cells.ts'
import { BLANK, type Line, lineOf, type Piece, textLines } from '../text/line.ts'
import { signsOf } from '../text/style.ts'
import { inputPieces, MAX_SUGGESTIONS, shownOf, suggestionLines } from './lists.ts'

const MAX_LINES = 5
const FOUND_IN = { chats: 'chats', talk: 'the messages', traffic: 'the traffic', inspector: 'the inspector' } as const

/** As many lines as it needs, up to a maximum. */
export function composerLines(state: State, room: number, max: number): Line[] {
  if (state.find) {
    const prompt = ` / find in ${FOUND_IN[state.find.pane]}: `
    const outcome = isNotFound(state) ? ' not found' : ''
    const input = inputPieces(state.find.input, room - prompt.length - outcome.length, state.look)
    return [lineOf([prompt, 'strong'], ...input, [outcome, 'bad'])]
  }
  if (state.open === null) return textLines(' no chat is open', room, 'dim')
  const isHere = state.focus === 'compose' && !state.overlays.length
  // On a small screen an overlay needs the room more.
  const isCovered = state.overlays.length > 0 || isInspectorOnTop(state)
  if (isCovered && (room < 80 || state.size.rows < 30)) return []
  const above = [...(isHere ? offeredLines(state) : []), ...aboutLines(state, room)]
  const keyboard = isCovered ? [] : keyboardLines(state, room)
  return [...keyboard, ...above, ...writtenLines(state, room, isHere)].slice(-max)
}

/** Keeps the number of lines that the suggestions had at first, so that nothing moves during typing. */
function offeredLines(state: State): Line[] {
  const lines = suggestionLines(composerSuggestions(state), state.composer.suggestion, state.look)
  const empty = Math.max(0, Math.min(MAX_SUGGESTIONS, suggestionsBegun(state)) - lines.length)
  return [...Array<Line>(empty).fill(BLANK), ...lines]
}

const isNotFound = (state: State) => state.find?.pane === 'talk' && state.filters.talk !== '' && !hitsIn(state).length

function aboutLines(state: State, room: number): Line[] {
  const { replyTo, editing } = state.composer
  const id = editing ?? replyTo
  if (id === null) return []
  const message = state.talk.messages.find((one) => one.message_id === id)
  const { reply, more } = signsOf(state.look)
  const what = editing === null ? `${reply} reply to ${message?.author.first_name ?? ''}` : 'edit'
  return textLines(clip(` ${what} #${id}: ${message ? excerpt(message) : ''}  (Esc lets go)`, room, more), room, 'mark')
}

/** The written lines, the last few of them around the cursor. */
function writtenLines(state: State, room: number, isHere: boolean): Line[] {
  const { text, at } = state.composer
  const prompt = ` ${isHere ? '>' : ' '} `
  const { cursor } = signsOf(state.look)
  if (text === '') {
    const title = openChat(state)?.title ?? openBot(state)?.first_name ?? state.open
    const invitation = `write to ${title} as ${meOf(state)?.first_name ?? '?'}`
    return [lineOf([prompt + (isHere ? cursor : ''), 'strong'], [invitation, 'dim'])]
  }
  const marked = isHere ? `${text.slice(0, at)}${MARKER}${text.slice(at)}` : text
  const lines = wrap(marked, room - 5)
  const here = lines.findIndex((line) => line.includes(MARKER_SHOWN))
  return shownOf(lines, Math.max(0, here), MAX_LINES).map(({ item: line, i }) => {
    const [before = '', after] = line.split(MARKER_SHOWN)
    const behind: Piece[] = after === undefined ? [] : [[cursor, 'strong'], [after]]
    return lineOf([i === 0 ? prompt : '   ', 'strong'], [before], ...behind)
  })
}

/** Marks the cursor while the text is wrapped; typed text cannot contain it. */
const MARKER = '\u0001'
const MARKER_SHOWN = '\u2401'

function keyboardLines(state: State, room: number): Line[] {
  const keyboard = openChat(state)?.reply_keyboard
  if (!keyboard) return []
  const isHere = state.focus === 'keyboard' && !state.overlays.length
  const { more } = signsOf(state.look)
  let count = 0
  let chosenRow = 0
  const lines = keyboard.map((keys, y): Line => {
    const pieces = keys.flatMap(({ text }): Piece[] => {
      const at = count++
      const isChosen = isHere && at === state.chosen.keyboard
      if (isChosen) chosenRow = y
      const label = clip(text, Math.max(3, Math.floor(room / keys.length) - 6), more)
      const key = isChosen ? `[>${label}<]` : `[ ${label} ]`
      return [[' '], [key, isChosen ? 'chosen' : 'button', { on: { key: at } }]]
    })
    return { pieces }
  })
  const shown = shownOf(lines, chosenRow, isHere ? 5 : 2).map(({ item }) => item)
  const hidden = lines.length - shown.length
  if (hidden === 0 || isHere) return shown
  return [...shown, ...textLines(` ${more} ${hidden} more, Tab goes there`, room, 'dim')]
}
