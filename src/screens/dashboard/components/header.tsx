// The first line: the emulator, its bots, refusals, the recording and the clock.

import { Box } from 'ink'
import { useEffect, useState } from 'react'
import { plural } from '../../../lib/safe-text.ts'
import { dayOf, formatSpan, minuteOf, secondOf } from '../../../lib/time-text.ts'
import { drawn, useEmulator, useSignal } from '../hooks/use-emulator.ts'
import { dim, type Part, strong } from '../screen/items.ts'
import type { Screen } from '../screen/screen.ts'
import { botState } from '../screen/write.ts'
import { Parts, Words } from './words.tsx'

const LINKS = {
  connecting: ' connecting',
  open: '',
  lost: ' connection lost, retrying',
  token: ' control token refused',
}

export const Header = drawn((screen) => {
  const { columns } = screen.size.value
  return (
    <Box width={columns} justifyContent="space-between" flexShrink={0}>
      <Box flexShrink={1}>
        <Parts parts={leftParts(screen)} />
      </Box>
      <Box flexShrink={0}>
        <Parts parts={rightParts(screen)} />
        <ClockText isWide={columns >= WIDE} />
      </Box>
    </Box>
  )
})

const WIDE = 100

function leftParts(screen: Screen): Part[] {
  const { model, currentBot, size } = screen
  const { columns } = size.value
  const first = currentBot.value
  const others = model.bots.value.filter((bot) => bot !== first)
  const bots = [...(first ? [first] : []), ...others].slice(0, columns >= 160 ? 3 : 1)
  return [
    ...(columns >= WIDE ? [strong(' bot-emulator ')] : []),
    ...(columns >= 80 ? [` ${model.url.value.replace(/^https?:\/\//, '')}`] : []),
    { text: LINKS[model.link.value], tone: 'bad', bold: true },
    ...bots.flatMap((bot): Part[] => {
      const { words, trouble } = botState(screen, bot)
      return [
        dim(columns >= WIDE ? '  bot ' : ' '),
        ...(columns >= 80 || !trouble ? [strong(bot.username ? `@${bot.username}` : bot.handle)] : []),
        { text: ` ${words}`, ...(trouble && { tone: 'bad', bold: true }) },
      ]
    }),
  ]
}

function rightParts({ model, chats, open, size, look }: Screen): Part[] {
  const { columns } = size.value
  const { refused, calls } = model.counts.value
  const recording = model.recording.value
  const elsewhere = (chats.value ?? []).filter(({ handle }) => handle !== open.value)
  const unread = elsewhere.reduce((sum, chat) => sum + chat.unread, 0)
  return [
    ...(columns < 80 && unread ? [strong(`${unread} unread  `)] : []),
    ...(recording ? [strong(recording.isRunning ? `${look.signs.dot} rec  ` : 'not saved  ')] : []),
    ...(columns >= 140 ? [dim(`${plural(calls, 'call')}  `)] : []),
    refused ? strong(`${refused} refused  `, 'bad') : dim('0 refused  '),
  ]
}

/** The clock in minutes, with seconds and the day while it is frozen or differs from real time. */
function ClockText({ isWide }: { isWide: boolean }) {
  const { model, host } = useEmulator()
  const { frozen } = useSignal(model.clock)
  useNow()
  const now = model.timeNow()
  const offset = Math.round(now - host.nowMs() / 1000)
  const isReal = Math.abs(offset) < 2
  const word = frozen ? 'frozen' : isReal ? 'real' : `${offset > 0 ? '+' : '-'}${formatSpan(Math.abs(offset))}`
  const day = isWide && (frozen || !isReal) ? `${dayOf(now)} ` : ''
  if (model.url.peek() === '') return null
  return <Words>{`clock ${day}${isWide && frozen ? secondOf(now) : minuteOf(now)} ${word} `}</Words>
}

const MINUTE_MS = 60_000

/** Draws the component again when a minute has passed. */
function useNow() {
  const { host } = useEmulator()
  const [now, setNow] = useState(host.nowMs())
  useEffect(() => {
    const timer = setTimeout(() => setNow(host.nowMs()), MINUTE_MS - (now % MINUTE_MS) + 5)
    return () => clearTimeout(timer)
  }, [host, now])
}
