// The middle pane: the open chat, with the input below its messages.

import { Box } from 'ink'
import { fileIn, messageExcerpt } from '../../../control/describe/message.ts'
import { moveMessages } from '../commands/lists.ts'
import { pressButton } from '../commands/messages.ts'
import { useEmulator, useSignal, useValue } from '../hooks/use-emulator.ts'
import { Clickable } from '../hooks/use-mouse.tsx'
import { useScroll } from '../hooks/use-scroll.ts'
import { useLook } from '../look.ts'
import { entryOf } from '../screen/chats.ts'
import { focusPlace } from '../screen/focus.ts'
import type { Screen } from '../screen/screen.ts'
import { Composer, composerRows } from './composer.tsx'
import { FirstSteps, firstSteps, rowsOfSteps } from './first-steps.tsx'
import { Message, rowsOfMessage } from './message.tsx'
import { FRAME, Pane } from './pane.tsx'
import { Words } from './words.tsx'

export function ConversationPane({ width, height }: { width: number; height: number }) {
  const { focus } = useEmulator()
  const isFocused = ['input', 'keyboard', 'messages'].includes(useSignal(focus))
  const title = useValue(titleOf)
  const pinned = useValue(pinnedText)
  const steps = useValue((screen) => firstSteps(screen) !== undefined)
  const inside = { width: width - FRAME.columns, height: height - FRAME.rows }
  const inputRows = useValue((screen) => composerRows(screen))(inside.width, Math.max(1, Math.floor(height / 2)))
  const { signs } = useLook()
  const stepRows = useValue((screen) => rowsOfSteps(screen))(inside.width)
  const rows = Math.max(0, inside.height - inputRows - 1 - (pinned ? 1 : 0) - (steps ? stepRows : 0))
  return (
    <Pane title={title} width={width} height={height} isFocused={isFocused}>
      {pinned && <Words bold>{`${signs.pin} pinned: ${pinned}`}</Words>}
      {steps && <FirstSteps width={inside.width} />}
      <Messages width={inside.width} height={rows} />
      <Words dimColor>{signs.rule.repeat(inside.width)}</Words>
      <Composer width={inside.width} maxRows={inputRows} />
    </Pane>
  )
}

function titleOf({ chat, openBot, open, filters, look }: Screen): string {
  const dot = ` ${look.signs.separator} `
  const search = filters.value.messages ? `${dot}/${filters.value.messages}` : ''
  const shown = chat.value
  if (!shown) return (openBot.value?.first_name ?? open.value ?? 'no chat is open') + search
  const notes =
    shown.kind === 'private'
      ? ['bot', ...(shown.blocked ? ['blocked'] : [])]
      : [shown.kind, `${shown.member_count} ${shown.kind === 'channel' ? 'subscribers' : 'members'}`]
  return [shown.title, ...notes].join(dot) + search
}

function pinnedText({ chat, conversation }: Screen): string | undefined {
  const id = chat.value?.pinned_message_id
  const message = conversation.value?.messages.find((one) => one.message_id === id)
  return message && messageExcerpt(message)
}

function Messages({ width, height }: { width: number; height: number }) {
  const screen = useEmulator()
  const look = useLook()
  const conversation = useSignal(screen.conversation)
  const chosenId = useSignal(screen.messageId)
  const button = useSignal(screen.buttonAt)
  const isFocused = useSignal(screen.focus) === 'messages'
  const previews = useSignal(screen.previews)
  const unseen = useSignal(screen.unseen)
  const me = useSignal(screen.me)
  const pinned = useValue(({ chat }) => chat.value?.pinned_message_id)
  const empty = useValue(emptyText)
  const messages = conversation?.messages ?? []
  const shapeOf = (i: number) => {
    const message = messages[i]!
    const file = fileIn(message)
    const preview = file?.kind === 'photo' && height >= LOW ? (previews[file.unique_id] ?? null) : null
    return { message, before: messages[i - 1], width, me, isPinned: message.message_id === pinned, preview }
  }
  const at = messages.findIndex(({ message_id }) => message_id === chosenId)
  const { from, to, hiddenRows, isFull } = useScroll({
    count: messages.length,
    height: Math.max(1, height - (unseen ? 1 : 0)),
    at: at < 0 || at === messages.length - 1 ? null : at,
    rowsOf: (i) => rowsOfMessage(shapeOf(i), look),
  })
  if (!messages.length && empty)
    return (
      <Box height={height} alignItems="flex-end" overflow="hidden">
        <Words dimColor wrap="wrap">
          {empty}
        </Words>
      </Box>
    )
  return (
    <Clickable
      flexDirection="column"
      height={height}
      overflow="hidden"
      justifyContent={isFull ? 'flex-start' : 'flex-end'}
      aria-role="list"
      onWheel={(by) => moveMessages(screen, by)}
    >
      <Box flexDirection="column" flexShrink={0} marginTop={-hiddenRows}>
        {messages.slice(from, to).map((message, i) => {
          const isChosen = message.message_id === chosenId && (isFocused || at >= 0)
          return (
            <Message
              key={message.message_id}
              {...shapeOf(from + i)}
              isChosen={isChosen && isFocused}
              isFocused={isFocused}
              button={isChosen && isFocused ? button : -1}
              onChoose={onChoose(screen)}
              onPress={onPress(screen)}
            />
          )
        })}
      </Box>
      {unseen > 0 && <Words tone="warn">{`${unseen} new below; End shows them`}</Words>}
    </Clickable>
  )
}

/** Pictures are previewed only in a pane that is high enough. */
const LOW = 14

/** Keeps the same function for a screen, so that a message is drawn again only when it changes. */
const memoized = <Work,>(create: (screen: Screen) => Work) => {
  const known = new WeakMap<Screen, Work>()
  return (screen: Screen): Work => {
    const found = known.get(screen) ?? create(screen)
    known.set(screen, found)
    return found
  }
}

const onChoose = memoized((screen) => (id: number) => {
  screen.messageId.value = id
  screen.buttonAt.value = 0
  focusPlace(screen, 'messages')
})

const onPress = memoized((screen) => (id: number, at: number) => {
  const message = screen.conversation.peek()?.messages.find((one) => one.message_id === id)
  if (message) pressButton(screen, message, at)
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
