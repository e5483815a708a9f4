// The first line: the emulator, its bots, refusals, the recording and the clock.

import { Box } from 'ink'
import { useEffect, useState } from 'react'
import { dayOf, formatSpan, minuteOf, secondOf } from '../../../lib/time-text.ts'
import { useEmulator, useSignal, useValue } from '../hooks/use-emulator.ts'
import { botState } from '../screen/bot-state.ts'
import type { Screen } from '../screen/screen.ts'
import { dim, type Part, Parts, strong } from './words.tsx'

const LINKS = {
  connecting: ' connecting',
  open: '',
  lost: ' connection lost, retrying',
  token: ' control token refused',
}

export function Header() {
  const { model, size, look } = useEmulator()
  const { columns } = useSignal(size)
  const url = useSignal(model.url)
  const link = useSignal(model.link)
  const bots = useValue(shownBots)
  const { refused, calls } = useSignal(model.counts)
  const recording = useSignal(model.recording)
  const unread = useValue(({ chats, open }) =>
    (chats.value ?? []).reduce((sum, chat) => sum + (chat.handle === open.value ? 0 : chat.unread), 0),
  )
  const isWide = columns >= 100
  const left: Part[] = [
    ...(isWide ? [strong(' bot-emulator ')] : []),
    ...(columns >= 80 ? [` ${url.replace(/^https?:\/\//, '')}`] : []),
    { text: LINKS[link], tone: 'bad', bold: true },
    ...bots.flatMap((bot) => botParts(bot, columns)),
  ]
  const right: Part[] = [
    ...(columns < 80 && unread ? [{ text: `${unread} unread  `, tone: 'warn' } as const] : []),
    ...(recording
      ? [{ text: recording.isRunning ? `${look.signs.dot} rec  ` : 'not saved  ', tone: 'warn', bold: true } as const]
      : []),
    ...(columns >= 140 ? [dim(`${calls} ${calls === 1 ? 'call' : 'calls'}  `)] : []),
    { text: `${refused} refused  `, ...(refused ? { tone: 'bad', bold: true } : { dimColor: true }) },
  ]
  return (
    <Box width={columns} justifyContent="space-between" flexShrink={0}>
      <Box flexShrink={1}>
        <Parts parts={left} />
      </Box>
      <Box flexShrink={0}>
        <Parts parts={right} />
        <ClockText isWide={isWide} />
      </Box>
    </Box>
  )
}

function shownBots(screen: Screen) {
  const { model, currentBot, size } = screen
  const first = currentBot.value
  const others = model.bots.value.filter((bot) => bot !== first)
  return [...(first ? [first] : []), ...others].slice(0, size.value.columns >= 160 ? 3 : 1).map((bot) => {
    return { name: bot.username ? `@${bot.username}` : bot.handle, ...botState(screen, bot) }
  })
}

function botParts({ name, words, trouble }: ReturnType<typeof shownBots>[number], columns: number): Part[] {
  const look = trouble ? ({ tone: 'bad', bold: true } as const) : {}
  return [
    dim(columns >= 100 ? '  bot ' : ' '),
    ...(columns >= 80 || !trouble ? [strong(name)] : []),
    { text: ` ${words}`, ...look },
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
  const parts: Part[] =
    model.url.peek() === '' ? [] : [`clock ${day}${isWide && frozen ? secondOf(now) : minuteOf(now)} ${word} `]
  return <Parts parts={parts} />
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
