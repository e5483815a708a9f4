// The composer with its suggestions, and the bot's reply keyboard above it.

import { excerpt } from '../../../control/describe/message.ts'
import { composerSuggestions, initialSuggestionCount } from '../forms/suggest.ts'
import { matchingMessages } from '../state/conversation.ts'
import { isInspectorOnTop } from '../state/layout.ts'
import { currentBot, entryAction, openBot, openChat, playedPerson, rosterOf } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { truncate, width, wrap } from '../text/cells.ts'
import { BLANK, type Line, lineOf, type Piece, textLines } from '../text/line.ts'
import { personColour, signsOf } from '../text/style.ts'
import { visibleTraffic } from '../traffic/entries.ts'
import { attentionLines } from '../traffic/program.ts'
import { buttonGrid, inputPieces, MAX_SUGGESTIONS, suggestionLines, windowAround } from './lists.ts'

const MAX_LINES = 5
const SEARCHED_PANES = {
  chats: 'chats',
  conversation: 'the messages',
  traffic: 'the traffic',
  inspector: 'the inspector',
} as const

/** Returns at most `max` lines: those of the composer, or of the search field during a search. */
export function composerLines(state: State, room: number, max: number): Line[] {
  if (state.find) {
    const prompt = ` / find in ${SEARCHED_PANES[state.find.pane]}: `
    const outcome = isNotFound(state) ? ' not found' : ''
    const input = inputPieces(state.find.input, room - prompt.length - outcome.length, state.look)
    return [lineOf([prompt, 'strong'], ...input, [outcome, 'bad'])]
  }
  if (state.open === null) return textLines(' no chat is open', room, 'dim')
  const isFocused = state.focus === 'compose' && !state.overlays.length
  // While an overlay or the inspector covers a small screen, the composer is hidden to leave more room for it.
  const isCovered = state.overlays.length > 0 || isInspectorOnTop(state)
  if (isCovered && (state.size.columns < 80 || state.size.rows < 30)) return []
  const above = [...(isFocused ? suggestionRows(state) : []), ...replyOrEditLines(state, room)]
  const keyboard = isCovered ? [] : keyboardLines(state, room)
  const bot = currentBot(state)
  const attention = bot && !isCovered ? attentionLines(state, bot, room) : []
  return [...attention, ...keyboard, ...above, ...inputLines(state, room, isFocused)].slice(-max)
}

/** Adds blank lines, so that the composer keeps its height while the user types. */
function suggestionRows(state: State): Line[] {
  const lines = suggestionLines(composerSuggestions(state), state.composer.suggestion, state.look)
  const empty = Math.max(0, Math.min(MAX_SUGGESTIONS, initialSuggestionCount(state)) - lines.length)
  return [...Array<Line>(empty).fill(BLANK), ...lines]
}

function isNotFound(state: State): boolean {
  const { find, filters } = state
  if (!find || filters[find.pane] === '') return false
  if (find.pane === 'chats') return !rosterOf(state).length
  return find.pane === 'traffic' ? !visibleTraffic(state).length : !matchingMessages(state).length
}

function replyOrEditLines(state: State, room: number): Line[] {
  const { replyTo, editing } = state.composer
  const id = editing ?? replyTo
  if (id === null) return []
  const message = state.conversation.messages.find((one) => one.message_id === id)
  const { reply, more } = signsOf(state.look)
  const what = editing === null ? `${reply} reply to ${message?.author.first_name ?? ''}` : 'edit'
  const text = ` ${what} #${id}: ${message ? excerpt(message) : ''}  (Esc cancels)`
  return textLines(truncate(text, room, more), room, 'mark')
}

function inputLines(state: State, room: number, isFocused: boolean): Line[] {
  const { text, at } = state.composer
  const { cursor, close } = signsOf(state.look)
  const person = playedPerson(state)
  const prompt = ` ${person?.first_name ?? '?'} ${isFocused ? close : ' '} `
  const colour = person && { colour: personColour(person.id, state.look) }
  if (text === '') {
    const title = openChat(state)?.title ?? openBot(state)?.first_name ?? state.open
    const placeholder = entryAction(state)?.action === 'join' ? 'Enter joins' : `write to ${title}`
    return [lineOf([prompt, 'strong', colour], [isFocused ? cursor : '', 'strong'], [placeholder, 'dim'])]
  }
  // A pasted text may contain the character that marks the cursor, so the character is replaced.
  const shown = text.replaceAll(MARKER, '\ufffd').replaceAll(SANITIZED_MARKER, '\ufffd')
  const textWithCursor = isFocused ? `${shown.slice(0, at)}${MARKER}${shown.slice(at)}` : shown
  const indent = width(prompt)
  const lines = wrap(textWithCursor, room - indent - 2)
  const cursorLine = lines.findIndex((line) => line.includes(SANITIZED_MARKER))
  return windowAround(lines, Math.max(0, cursorLine), MAX_LINES).map(({ item: line, i }) => {
    const [before = '', after] = line.split(SANITIZED_MARKER)
    const behind: Piece[] = after === undefined ? [] : [[cursor, 'strong'], [after]]
    return lineOf([i === 0 ? prompt : ' '.repeat(indent), 'strong', colour], [before], ...behind)
  })
}

/** A control character that marks the cursor while the text is wrapped. */
const MARKER = '\u0001'
const SANITIZED_MARKER = '\u2401'

function keyboardLines(state: State, room: number): Line[] {
  const keyboard = openChat(state)?.reply_keyboard
  if (!keyboard) return []
  const isFocused = state.focus === 'keyboard' && !state.overlays.length
  const { more } = signsOf(state.look)
  const selected = isFocused ? Math.min(state.selection.keyboard, keyboard.flat().length - 1) : -1
  const labels = keyboard.map((keys) => keys.map(({ text }) => text))
  const rows = buttonGrid(labels, { look: state.look, room: room - 1, selected, targetOf: (key) => ({ key }) })
  const lines = rows.map((pieces): Line => ({ pieces, indent: 1 }))
  const chosenRow = rows.findIndex((row) => row.some(([, , marks]) => marks?.target?.key === selected))
  const visible = windowAround(lines, Math.max(0, chosenRow), isFocused ? 5 : 2).map(({ item }) => item)
  const hidden = lines.length - visible.length
  if (hidden === 0 || isFocused) return visible
  return [...visible, ...textLines(` ${more} ${hidden} more, Tab shows them`, room, 'dim')]
}
