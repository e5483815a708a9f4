// The panes that fit on the screen, their widths, and the focus.

import { batch } from '@preact/signals-core'
import type { Place, Screen } from './screen.ts'

/** The cells that the frame of a pane and its padding take. */
export const FRAME = { columns: 4, rows: 2 } as const

type PaneName = 'chats' | 'conversation' | 'traffic' | 'inspector'

const TWO_PANES = 80
const THREE_PANES = 120
/** From this width on, the inspector is a pane of its own; on a narrower screen it covers the chat. */
export const FOUR_PANES = 160

/** Returns the panes from left to right. On a narrow screen, the pane in focus takes the place of others. */
export function panesOf(columns: number, focus: Place): [PaneName, number][] {
  const focused: PaneName = focus === 'input' || focus === 'keyboard' || focus === 'messages' ? 'conversation' : focus
  if (columns < TWO_PANES) return [[focused, columns]]
  if (columns < THREE_PANES) {
    const middle = focused === 'chats' ? 'conversation' : focused
    return [['chats', 24], [middle, columns - 24]] // biome-ignore format: a row
  }
  const chats = columns < FOUR_PANES ? 26 : 30
  const side = Math.floor(columns < FOUR_PANES ? columns * 0.35 : (columns - chats) * 0.325)
  if (columns >= FOUR_PANES)
    return [['chats', chats], ['conversation', columns - chats - 2 * side], ['traffic', side], ['inspector', side]] // biome-ignore format: a row
  const middle = focused === 'inspector' ? 'inspector' : 'conversation'
  return [['chats', chats], [middle, columns - chats - side], ['traffic', side]] // biome-ignore format: a row
}

/** The width inside the frame of the inspector, when it is shown. */
export const inspectorColumns = ({ size }: Screen) =>
  panesOf(size.value.columns, 'inspector').find(([pane]) => pane === 'inspector')![1] - FRAME.columns

/** Gives the focus to the messages, with this one chosen, at its first button. */
export function chooseMessage(screen: Screen, id: number) {
  screen.messageId.value = id
  screen.buttonAt.value = 0
  focusPlace(screen, 'messages')
}

/** Gives the focus to a part of the screen, in which something is then chosen. */
export function focusPlace(screen: Screen, place: Place) {
  batch(() => {
    const { focus, behind, messageId, conversation } = screen
    const before = focus.peek()
    if (place === 'inspector' && before !== 'inspector')
      behind.value = before === 'traffic' || before === 'messages' ? before : 'input'
    focus.value = place
    if (place === 'keyboard') screen.buttonAt.value = 0
    const messages = conversation.peek()?.messages ?? []
    if (place === 'messages' && !messages.some(({ message_id }) => message_id === messageId.peek())) {
      messageId.value = messages.at(-1)?.message_id ?? null
      screen.buttonAt.value = 0
    }
    if (place === 'input') {
      messageId.value = null
      screen.entryId.value = null
    }
  })
}
