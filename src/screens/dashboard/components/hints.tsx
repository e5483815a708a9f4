// The best keys of the place in the last line, and the notices.

import { Box } from 'ink'
import { keyName, keysIn } from '../commands/command.ts'
import { COMMANDS, commandOf, placesOfKeys, pressKey } from '../commands/index.ts'
import { drawn } from '../hooks/use-emulator.ts'
import { Clickable } from '../hooks/use-mouse.tsx'
import { dim, strong } from '../screen/items.ts'
import type { Screen } from '../screen/screen.ts'
import { width as cellsOf } from '../text/cells.ts'
import { FILLED } from './pane.tsx'
import { Paragraph, Parts } from './words.tsx'

interface Hint {
  key: string
  words: string
  isLast: boolean
}

function allHints(screen: Screen): Hint[] {
  const places = placesOfKeys(screen)
  const seen = new Set<string>()
  return COMMANDS.flatMap((command): Hint[] => {
    const key = places.map((place) => keysIn(command, place)[0]).find((one) => one !== undefined)
    if (key === undefined || commandOf(screen, key) !== command || seen.has(key)) return []
    seen.add(key)
    const { hint, isLast = false } = command
    const words = typeof hint === 'function' ? hint(screen) : hint
    return words ? [{ key, words, isLast }] : []
  })
}

const cellsOfHint = ({ key, words }: Hint) => cellsOf(keyName(key)) + cellsOf(words) + 4

/** The hints that fit, the best first. */
function fittingHints(screen: Screen): Hint[] {
  const all = allHints(screen)
  const last = all.filter(({ isLast }) => isLast)
  let room = screen.size.value.columns - last.reduce((sum, hint) => sum + cellsOfHint(hint), 1)
  const fitting = all.filter((hint) => {
    const fits = !hint.isLast && cellsOfHint(hint) <= room
    if (fits) room -= cellsOfHint(hint)
    return fits
  })
  return [...fitting, ...last]
}

export const Hints = drawn((screen) => (
  <Box height={1} flexShrink={0} overflowY="hidden">
    {fittingHints(screen).map(({ key, words }) => (
      <Clickable key={key} onClick={() => pressKey(screen, { key })}>
        <Parts parts={[' ', strong(keyName(key)), ' ', dim(words), '  ']} />
      </Clickable>
    ))}
  </Box>
))

const MAX_NOTICE_ROWS = 5

/** Notices cover the tops of the panes, because a row of their own would move what the mouse is about to click. */
export const NoticeLines = drawn(({ notices, size, look }) => {
  const above = { position: 'absolute', top: 1, width: size.value.columns } as const
  return (
    <Box flexDirection="column" {...(!look.isSpoken && above)}>
      {notices.value.map(({ text, tone }) => (
        <Box
          key={tone}
          maxHeight={MAX_NOTICE_ROWS}
          overflowY="hidden"
          {...(!look.isSpoken && { paddingX: 1, ...FILLED })}
        >
          <Paragraph isMultiline tone={tone} bold={tone === 'bad'}>
            {text}
          </Paragraph>
        </Box>
      ))}
    </Box>
  )
})
