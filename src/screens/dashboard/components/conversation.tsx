// The middle pane: the open chat, with the input below its messages.

import { Box } from 'ink'
import { messageExcerpt } from '../../../control/describe/message.ts'
import { move } from '../commands/lists.ts'
import { useEmulator, useSignal, useValue } from '../hooks/use-emulator.ts'
import { useLook } from '../look.ts'
import { entryOf } from '../screen/chats.ts'
import { FRAME } from '../screen/panes.ts'
import type { Screen } from '../screen/screen.ts'
import { Composer } from './composer.tsx'
import { FirstSteps, firstSteps } from './first-steps.tsx'
import { Window } from './list.tsx'
import { Message } from './message.tsx'
import { Pane } from './pane.tsx'
import { Words } from './words.tsx'

export function ConversationPane({ width }: { width: number }) {
  const { focus, size } = useEmulator()
  const isFocused = ['input', 'keyboard', 'messages'].includes(useSignal(focus))
  const { rows } = useSignal(size)
  const title = useValue(titleOf)
  const pinned = useValue(pinnedText)
  const inside = width - FRAME.columns
  const { signs } = useLook()
  return (
    <Pane title={title} list="messages" width={width} isFocused={isFocused}>
      {pinned && <Words bold>{`${signs.pin} pinned: ${pinned}`}</Words>}
      <FirstSteps width={inside} />
      <Messages width={inside} />
      <Words dimColor>{signs.rule.repeat(inside)}</Words>
      <Composer width={inside} maxRows={Math.max(1, Math.floor(rows / 2))} />
    </Pane>
  )
}

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

function Messages({ width }: { width: number }) {
  const screen = useEmulator()
  const messages = useSignal(screen.conversation)?.messages ?? []
  const chosenId = useSignal(screen.messageId)
  const button = useSignal(screen.buttonAt)
  const isFocused = useSignal(screen.focus) === 'messages'
  const unseen = useSignal(screen.unseen)
  const empty = useValue(emptyText)
  const at = messages.findIndex(({ message_id }) => message_id === chosenId)
  if (!messages.length)
    return (
      <Box flexGrow={1} alignItems="flex-end" overflowY="hidden">
        <Words dimColor isWrapped>
          {empty}
        </Words>
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
            isFocused={isFocused}
            button={i === at && isFocused ? button : -1}
          />
        )}
      </Window>
      {unseen > 0 && <Words tone="warn">{`${unseen} new below`}</Words>}
    </>
  )
}

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
