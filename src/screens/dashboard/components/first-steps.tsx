// The first three steps with a bot, which tick themselves off.

import { Box } from 'ink'
import { startCommand } from '../commands/copy.ts'
import { useEmulator, useValue } from '../hooks/use-emulator.ts'
import { useLook } from '../look.ts'
import type { Screen } from '../screen/screen.ts'
import { wrap } from '../text/cells.ts'
import { Words } from './words.tsx'

/** Returns undefined if the bot has answered already, or if its chat is not loaded. */
export function firstSteps(screen: Screen) {
  const { openBot, chat, conversation, model, profile } = screen
  const bot = openBot.value
  if (!bot || model.link.value !== 'open') return undefined
  const own = chat.value
  const isStarted = own?.kind === 'private' && own.started
  const shown = conversation.value
  if ((isStarted && !shown) || shown?.messages.some(({ author }) => author.id === bot.id)) return undefined
  const state = screen.diagnosisOf(bot.handle).value?.state
  const isConnected = state !== undefined && !['not-connected', 'unknown-token', 'polls-refused'].includes(state)
  return { bot, isConnected, isStarted, description: isStarted ? '' : (profile.value?.description ?? '') }
}

type Steps = NonNullable<ReturnType<typeof firstSteps>>

interface Row {
  text: string
  isDone: boolean
  isNext: boolean
}

function rowsOf({ bot, isConnected, isStarted }: Steps): Row[] {
  return [
    {
      text: isConnected ? `${bot.first_name} is connected` : 'Start your bot. Ctrl-P, Enter copies this command:',
      isDone: isConnected,
      isNext: !isConnected,
    },
    {
      text: isStarted ? 'The chat is started' : `Press Enter to start ${bot.first_name}`,
      isDone: isStarted,
      isNext: isConnected && !isStarted,
    },
    { text: "Wait for the bot's first answer", isDone: false, isNext: isConnected && isStarted },
  ]
}

const commandRows = (screen: Screen, { bot, isConnected }: Steps, width: number) =>
  isConnected ? [] : wrap(startCommand(screen, bot), width)

/** Returns a function of the width, so that it can be computed once for all widths. */
export const rowsOfSteps = (screen: Screen) => {
  const steps = firstSteps(screen)
  return (width: number) => {
    if (!steps) return 0
    const description = steps.description ? wrap(steps.description, width).length + 1 : 0
    return description + rowsOf(steps).length + commandRows(screen, steps, width).length
  }
}

export function FirstSteps({ width }: { width: number }) {
  const screen = useEmulator()
  const steps = useValue(firstSteps)
  const { signs } = useLook()
  if (!steps) return null
  const [first, ...rest] = rowsOf(steps)
  const step = ({ text, isDone, isNext }: Row) => (
    <Words key={text} tone={isDone ? 'good' : undefined} bold={isNext} dimColor={!isDone && !isNext}>
      {`${isDone ? signs.done : signs.todo} ${text}`}
    </Words>
  )
  return (
    <Box flexDirection="column" flexShrink={0}>
      {steps.description && <Words isMultiline>{`${wrap(steps.description, width).join('\n')}\n`}</Words>}
      {first && step(first)}
      {!steps.isConnected && <Words isMultiline>{commandRows(screen, steps, width).join('\n')}</Words>}
      {rest.map(step)}
    </Box>
  )
}
