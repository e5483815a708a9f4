// The first line: the emulator, its bots, refusals, the recording and the clock.

import { Box } from 'ink'
import type { Diagnosis } from '../../../control/contract/shapes.ts'
import { dayOf, formatSpan, minuteOf, secondOf } from '../../../lib/time-text.ts'
import { useEmulator, useSignal, useValue } from '../hooks/use-emulator.ts'
import { useNow } from '../hooks/use-now.ts'
import type { Bot, Screen } from '../screen/screen.ts'
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
      ? [{ text: recording.isRunning ? `${look.signs.dot} rec  ` : 'recorded  ', tone: 'warn', bold: true } as const]
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

interface ShownBot {
  name: string
  state: string
  isBad: boolean
}

function shownBots(screen: Screen): ShownBot[] {
  const { model, currentBot, size } = screen
  const first = currentBot.value
  const others = model.bots.value.filter((bot) => bot !== first)
  return [...(first ? [first] : []), ...others].slice(0, size.value.columns >= 160 ? 3 : 1).map((bot) => {
    const name = bot.username ? `@${bot.username}` : bot.handle
    const state = screen.diagnosisOf(bot.handle).value?.state
    return { name, state: stateText(bot, state), isBad: state !== undefined && BAD.has(state) }
  })
}

const botParts = ({ name, state, isBad }: ShownBot, columns: number): Part[] => [
  dim(columns >= 100 ? '  bot ' : ' '),
  ...(columns >= 80 || !isBad ? [strong(name)] : []),
  { text: ` ${state}`, ...(isBad && { tone: 'bad', bold: true }) },
]

type BotState = Diagnosis['state']

const BAD: ReadonlySet<BotState> = new Set([
  'ended',
  'suspended',
  'polls-refused',
  'unknown-token',
  'webhook-failing',
  'unconfirmed',
  'not-fetched',
])

const STATES: Partial<Record<BotState, string>> = {
  suspended: 'suspended',
  'polls-refused': 'polls refused',
  'unknown-token': 'unknown token',
  'not-connected': 'not connected',
  'webhook-failing': 'webhook failing',
  unconfirmed: 'never confirms',
  'not-fetched': 'stopped polling',
  working: 'busy',
}

/** A few words on what a bot does. */
function stateText({ delivery: { program, webhook } }: Bot, state: BotState | undefined): string {
  if (state === undefined) return ''
  if (state === 'ended') return `stopped (${program?.signal ?? `exit code ${program?.code ?? 'unknown'}`})`
  return STATES[state] ?? (webhook === null ? 'polling' : 'webhook')
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
