// The last lines: the notice, and the best keys of the place.

import { Box } from 'ink'
import { type Command, keyName, keysIn } from '../commands/command.ts'
import { COMMANDS, placesOfKeys, pressKey } from '../commands/index.ts'
import { useEmulator, useSignal, useValue } from '../hooks/use-emulator.ts'
import { Clickable } from '../hooks/use-mouse.tsx'
import { useLook } from '../look.ts'
import type { Notice, Screen } from '../screen/screen.ts'
import { width as cellsOf, wrap } from '../text/cells.ts'
import { dim, Parts, strong, Words } from './words.tsx'

interface Hint {
  key: string
  words: string
  rank: number
}

function allHints(screen: Screen): Hint[] {
  const seen = new Set<Command | string>()
  return placesOfKeys(screen)
    .flatMap((place) => COMMANDS.map((command) => ({ command, key: keysIn(command, place)[0] })))
    .flatMap(({ command, key }): Hint[] => {
      const { hint, rank = 99, applies } = command
      if (key === undefined || seen.has(command) || seen.has(key) || !(applies?.(screen) ?? true)) return []
      seen.add(command).add(key)
      if (hint === undefined) return []
      const words = typeof hint === 'string' ? hint : hint(screen)
      return words === null ? [] : [{ key, words, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
}

const cellsOfHint = ({ key, words }: Hint) => cellsOf(keyName(key)) + cellsOf(words) + 4

/** The hints that fit, the best first. Help, of rank 0, is at the end of each line. */
function fittingHints(screen: Screen): Hint[] {
  const all = allHints(screen)
  const help = all.filter(({ rank }) => rank === 0)
  let room = screen.size.value.columns - help.reduce((sum, hint) => sum + cellsOfHint(hint), 1)
  const fitting = all.filter((hint) => {
    if (hint.rank === 0) return false
    const fits = cellsOfHint(hint) <= room
    if (fits) room -= cellsOfHint(hint)
    return fits
  })
  return [...fitting, ...help]
}

export function Hints() {
  const screen = useEmulator()
  const hints = JSON.parse(useValue((one) => JSON.stringify(fittingHints(one)))) as Hint[]
  return (
    <Box height={1} flexShrink={0} overflow="hidden">
      {hints.map(({ key, words }) => (
        <Clickable key={key} onClick={() => pressKey(screen, { key })}>
          <Parts parts={[' ', strong(keyName(key)), ' ', dim(words), '  ']} />
        </Clickable>
      ))}
    </Box>
  )
}

const MAX_NOTICE_ROWS = 5

const rowsOf = ({ text }: Notice, columns: number) => wrap(text, columns - 2).slice(0, MAX_NOTICE_ROWS)

export const noticeRows = ({ notices, size }: Screen) =>
  notices.value.reduce((sum, notice) => sum + rowsOf(notice, size.value.columns).length, 0)

export function NoticeLines() {
  const screen = useEmulator()
  const notices = useSignal(screen.notices)
  const { columns } = useSignal(screen.size)
  const { isSpoken } = useLook()
  return (
    <Box flexShrink={0} paddingX={isSpoken ? 0 : 1} flexDirection="column">
      {notices.map((notice) => (
        <Words key={notice.tone} isMultiline tone={notice.tone} bold={notice.tone === 'bad'}>
          {rowsOf(notice, columns).join('\n')}
        </Words>
      ))}
    </Box>
  )
}
