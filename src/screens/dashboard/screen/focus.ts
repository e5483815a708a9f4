// Gives the focus to a part of the screen, in which something is then chosen.

import { batch } from '@preact/signals-core'
import type { Place, Screen } from './screen.ts'

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
      screen.unseen.value = 0
      screen.entryId.value = null
    }
  })
}
