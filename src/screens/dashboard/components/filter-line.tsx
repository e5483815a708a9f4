// The line in which a list is searched, below the panes.

import { Box } from 'ink'
import { useEmulator, useSignal, useValue } from '../hooks/use-emulator.ts'
import { inspectorItems } from '../inspector/items.ts'
import { visibleRoster } from '../screen/chats.ts'
import type { ListPlace, Screen } from '../screen/screen.ts'
import { matchesIn, visibleTraffic } from '../screen/traffic.ts'
import { TextField } from './text-field.tsx'
import { Words } from './words.tsx'

const NAMES: Readonly<Record<ListPlace, string>> = {
  chats: 'chats and people',
  messages: 'the messages',
  traffic: 'the traffic',
  inspector: 'the inspector',
}

const COUNTS: Readonly<Record<ListPlace, (screen: Screen) => number>> = {
  chats: (screen) => visibleRoster(screen).length,
  traffic: (screen) => visibleTraffic(screen).length,
  inspector: (screen) => inspectorItems(screen).length,
  messages: (screen) => matchesIn(screen).length,
}

export function FilterLine() {
  const screen = useEmulator()
  const top = useSignal(screen.overlays).at(-1)
  const { columns } = useSignal(screen.size)
  const count = useValue((one) => {
    const now = one.overlays.value.at(-1)
    return now?.kind === 'filter' ? COUNTS[now.place](one) : 0
  })
  if (top?.kind !== 'filter') return null
  return (
    <Box flexShrink={0}>
      <Words bold>{` / find in ${NAMES[top.place]}: `}</Words>
      <TextField input={top.input} width={Math.floor(columns / 2)} isFocused />
      <Words dimColor={count > 0} tone={count ? undefined : 'bad'}>
        {count ? `  ${count}` : '  not found'}
      </Words>
    </Box>
  )
}
