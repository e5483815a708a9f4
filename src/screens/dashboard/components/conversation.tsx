// The middle pane: the open chat, with the input below its messages.

import { Box } from 'ink'
import { messageExcerpt } from '../../../control/describe/message.ts'
import * as steps from '../../model/first-steps.ts'
import { move } from '../commands/lists.ts'
import { drawn } from '../hooks/use-emulator.ts'
import { entryOf } from '../screen/chats.ts'
import { FRAME } from '../screen/panes.ts'
import type { Screen } from '../screen/screen.ts'
import { Composer } from './composer.tsx'
import { Window } from './list.tsx'
import { Message } from './message.tsx'
import { Pane } from './pane.tsx'
import { Paragraph, Words } from './words.tsx'

export const ConversationPane = drawn<{ width: number }>((screen, { width }) => {
  const { focus, look } = screen
  const isFocused = ['input', 'keyboard', 'messages'].includes(focus.value)
  const pinned = pinnedText(screen)
  const inside = width - FRAME.columns
  return (
    <Pane title={titleOf(screen)} list="messages" width={width} isFocused={isFocused}>
      {pinned && <Words bold>{`${look.signs.pin} pinned: ${pinned}`}</Words>}
      <FirstSteps width={inside} />
      <Messages width={inside} />
      <Composer width={inside} />
    </Pane>
  )
})

function titleOf({ chat, openBot, open, look }: Screen): string {
  const shown = chat.value
  if (!shown) return openBot.value?.first_name ?? open.value ?? 'no chat is open'
  const notes =
    shown.kind === 'private'
      ? ['bot', ...(shown.blocked ? ['blocked'] : [])]
      : [
          // The title of the comments says that they are comments.
          ...(shown.kind === 'comments' ? [] : [shown.kind]),
          `${shown.member_count} ${shown.kind === 'channel' ? 'subscribers' : 'members'}`,
        ]
  return [shown.title, ...notes].join(` ${look.signs.separator} `)
}

function pinnedText({ chat, conversation }: Screen): string | undefined {
  const id = chat.value?.pinned_message_id
  const message = conversation.value?.messages.find((one) => one.message_id === id)
  return message && messageExcerpt(message)
}

const Messages = drawn<{ width: number }>((screen, { width }) => {
  const { conversation, messageId, focus, seenId } = screen
  const messages = conversation.value?.messages ?? []
  const isFocused = focus.value === 'messages'
  const at = messages.findIndex(({ message_id }) => message_id === messageId.value)
  const unseen = at < 0 ? 0 : messages.filter(({ message_id }) => message_id > seenId.value).length
  if (!messages.length)
    return (
      <Box flexGrow={1} alignItems="flex-end" overflowY="hidden">
        <Paragraph dimColor>{emptyText(screen)}</Paragraph>
      </Box>
    )
  return (
    <>
      <Window count={messages.length} at={at < 0 ? null : at} isAtEnd onWheel={(by) => move(screen, by, 'messages')}>
        {(i) => (
          <Message
            key={messages[i]!.message_id}
            message={messages[i]!}
            before={messages[i - 1]}
            width={width}
            isChosen={i === at && isFocused}
          />
        )}
      </Window>
      {unseen > 0 && <Words tone="warn">{`${unseen} new below`}</Words>}
    </>
  )
})

function emptyText(screen: Screen): string {
  const { open, chat, conversation, sharedChats } = screen
  if (open.value === null) return 'Choose a chat: Tab goes to the list.'
  if (firstSteps(screen)) return ''
  const title = chat.value?.title ?? sharedChats.value.find(({ handle }) => handle === open.value)?.title
  const entry = entryOf(screen)
  if (entry?.action === 'join') return `You are not a member of ${title}. Enter joins.`
  if (entry) return 'Not started yet. Enter starts the bot.'
  if (conversation.value === null) return `${title ?? open.value} can't be seen by this person.`
  return conversation.value === undefined ? 'Loading' : 'No messages yet.'
}

/** Returns undefined if the bot has answered already, or if its chat is not loaded. */
function firstSteps({ openBot, conversation, model, diagnosisOf }: Screen) {
  const bot = openBot.value
  if (!bot || model.link.value !== 'open') return undefined
  const done = steps.firstSteps(bot, conversation.value, diagnosisOf(bot.handle).value)
  return done && { bot, ...done }
}

/** The first three steps with a bot, which tick themselves off. */
const FirstSteps = drawn<{ width: number }>((screen, { width }) => {
  const { model, profile, look } = screen
  const shown = firstSteps(screen)
  const description = profile.value?.description
  const { signs } = look
  if (!shown) return null
  const { bot, isConnected, isStarted } = shown
  const step = (text: string, isDone: boolean, isNext: boolean) => (
    <Words tone={isDone ? 'good' : undefined} bold={isNext} dimColor={!isDone && !isNext}>
      {`${isDone ? signs.done : signs.todo} ${text}`}
    </Words>
  )
  const start = isConnected ? `${bot.first_name} is connected` : 'Start your bot. Ctrl-P, Enter copies this command:'
  return (
    <Box flexDirection="column" flexShrink={0} width={width}>
      {description && !isStarted && (
        <Box paddingBottom={1}>
          <Paragraph isMultiline>{description}</Paragraph>
        </Box>
      )}
      {step(start, isConnected, !isConnected)}
      {!isConnected && <Paragraph>{steps.startCommand(model.url.value, bot)}</Paragraph>}
      {step(isStarted ? 'The chat is started' : `Press Enter to start ${bot.first_name}`, isStarted, isConnected)}
      {step("Wait for the bot's first answer", false, isConnected && isStarted)}
    </Box>
  )
})
