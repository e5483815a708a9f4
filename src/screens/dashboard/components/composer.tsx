// The input: its text, suggestions, the reply, or why nothing can be written.

import { Box } from 'ink'
import { messageExcerpt } from '../../../control/describe/message.ts'
import { pressEnter } from '../commands/input.ts'
import { tapKey } from '../commands/lists.ts'
import { drawn } from '../hooks/use-emulator.ts'
import { Clickable } from '../hooks/use-mouse.tsx'
import { entryOf } from '../screen/chats.ts'
import { dim, type Item } from '../screen/items.ts'
import { focusPlace } from '../screen/panes.ts'
import type { Screen } from '../screen/screen.ts'
import { type Suggestion, suggestionsOf } from '../screen/suggestions.ts'
import { barrierOf, botState, isBlocked } from '../screen/write.ts'
import { width as cellsOf } from '../text/cells.ts'
import { Button, Buttons } from './buttons.tsx'
import { List } from './list.tsx'
import { TextField } from './text-field.tsx'
import { Paragraph, Words } from './words.tsx'

const MAX_TEXT_ROWS = 5
const MAX_SUGGESTIONS = 5

export const Composer = drawn<{ width: number }>((screen, { width }) => {
  const { look, focus, overlays, composer, person, currentBot, chat, buttonAt, foundFile, size } = screen
  const { signs } = look
  const { input, suggestion } = composer.value
  const prompt = `${person.value?.first_name ?? '?'} ${signs.close} `
  const about = aboutOf(screen)
  const trouble = currentBot.value && botState(screen, currentBot.value).trouble
  const barrier = barrierOf(screen)
  const keyboard = chat.value?.reply_keyboard
  const suggestions = suggestionsOf(screen)
  const maxRows = Math.max(1, Math.floor(size.value.rows / 2))
  const isFocused = focus.value === 'input' && overlays.value.length === 0
  return (
    <Box flexDirection="column" justifyContent="flex-end" maxHeight={maxRows} flexShrink={0} overflowY="hidden">
      {/* What is wrong takes the place of the rule, so that the messages above don't move. */}
      {trouble ? (
        <Paragraph tone="bad" bold>
          {trouble}
        </Paragraph>
      ) : (
        !look.isSpoken && <Words dimColor>{signs.rule.repeat(width)}</Words>
      )}
      {keyboard && (
        <Buttons
          rows={keyboard.map((row) => row.map(({ text }) => text))}
          width={width}
          chosen={focus.value === 'keyboard' ? buttonAt.value : -1}
          onPress={(at) => tapKey(screen, at)}
        />
      )}
      {suggestions.length > 0 && isFocused && <Suggestions all={suggestions} at={suggestion ?? 0} width={width} />}
      {about && <Words bold>{`${signs.reply} ${about}  (Esc cancels)`}</Words>}
      {foundFile.value && <Words tone="mark">Tab sends the file, Enter the text</Words>}
      {barrier && (
        <Box flexDirection="column" flexShrink={0}>
          <Paragraph tone="warn">{barrier}</Paragraph>
          {isBlocked(screen) && (
            <Button label="Unblock (Enter)" cells={width} isChosen={isFocused} onPress={() => pressEnter(screen)} />
          )}
        </Box>
      )}
      {(!barrier || input.text !== '') && (
        <Clickable onClick={() => focusPlace(screen, 'input')}>
          <Words bold>{prompt}</Words>
          <TextField
            input={input}
            width={width - cellsOf(prompt)}
            isFocused={isFocused}
            placeholder={placeholderOf(screen)}
            maxRows={MAX_TEXT_ROWS}
          />
        </Clickable>
      )}
    </Box>
  )
})

function placeholderOf(screen: Screen): string {
  const { chat, openBot, open } = screen
  const entry = entryOf(screen)
  if (entry) return entry.action === 'start' ? 'Enter starts the bot' : 'Enter joins'
  return open.value === null
    ? 'no chat is open'
    : `write to ${chat.value?.title ?? openBot.value?.first_name ?? open.value}`
}

/** The message to which the text replies, or which it edits. */
function aboutOf({ composer, conversation }: Screen): string | undefined {
  const { replyTo, editing } = composer.value
  const id = editing ?? replyTo
  if (id === null) return undefined
  const message = conversation.value?.messages.find(({ message_id }) => message_id === id)
  const what = editing === null ? `reply to ${message?.author.first_name ?? ''}` : 'edit'
  return `${what} #${id}: ${message ? messageExcerpt(message) : ''}`
}

function Suggestions({ all, at, width }: { all: readonly Suggestion[]; at: number; width: number }) {
  const items = all.map(({ text, description }, i): Item => {
    return { id: `${i}`, parts: [text.trim(), dim(`  ${description}`)] }
  })
  return (
    <Box flexDirection="column" height={Math.min(MAX_SUGGESTIONS, all.length)}>
      <List items={items} at={Math.min(at, all.length - 1)} width={width} isFocused />
    </Box>
  )
}
