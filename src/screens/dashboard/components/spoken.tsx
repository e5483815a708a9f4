// The dashboard for a screen reader: a log, and the pane in focus.

import { Box, Static } from 'ink'
import { useEffect, useState } from 'react'
import { messageText } from '../../../control/describe/message.ts'
import { drawn, useEmulator, useSignal } from '../hooks/use-emulator.ts'
import { Chats } from './chats.tsx'
import { Composer } from './composer.tsx'
import { ConversationPane } from './conversation.tsx'
import { Header } from './header.tsx'
import { Hints, NoticeLines } from './hints.tsx'
import { Inspector } from './inspector.tsx'
import { Overlays } from './overlays.tsx'
import { Traffic } from './traffic.tsx'
import { Words } from './words.tsx'

export const Spoken = drawn(({ size, focus }) => {
  const Shown = SHOWN[focus.value]
  return (
    <Box flexDirection="column">
      <Log />
      <Header />
      <Shown width={size.value.columns} />
      <NoticeLines />
      <Hints />
      <Overlays targets={new Set()} />
    </Box>
  )
})

const SHOWN = {
  input: Composer,
  keyboard: Composer,
  messages: ConversationPane,
  chats: Chats,
  traffic: Traffic,
  inspector: Inspector,
} as const

/** The messages of the open chat, each read once, when it arrives. */
function Log() {
  const screen = useEmulator()
  const conversation = useSignal(screen.conversation)
  const [log, setLog] = useState<{ chat: string; last: number; lines: string[] }>({ chat: '', last: 0, lines: [] })
  useEffect(() => {
    if (!conversation) return
    setLog((before) => {
      const chat = `${screen.me.peek()} ${conversation.handle}`
      const isSame = before.chat === chat
      const fresh = conversation.messages.filter(({ message_id }) => message_id > (isSame ? before.last : 0))
      if (!fresh.length && isSame) return before
      const title = isSame ? [] : [`${conversation.title}:`]
      const last = conversation.messages.at(-1)?.message_id ?? 0
      return { chat, last, lines: [...before.lines, ...title, ...fresh.map((message) => messageText(message))] }
    })
  }, [conversation, screen])
  return <Static items={log.lines}>{(line, i) => <Words key={i}>{line}</Words>}</Static>
}
