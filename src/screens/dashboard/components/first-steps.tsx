// The first three steps with a bot, which tick themselves off.

import { Box } from 'ink'
import * as steps from '../../model/first-steps.ts'
import { useEmulator, useSignal, useValue } from '../hooks/use-emulator.ts'
import { useLook } from '../look.ts'
import type { Screen } from '../screen/screen.ts'
import { Words } from './words.tsx'

/** Returns undefined if the bot has answered already, or if its chat is not loaded. */
export function firstSteps({ openBot, conversation, model, diagnosisOf }: Screen) {
  const bot = openBot.value
  if (!bot || model.link.value !== 'open') return undefined
  const done = steps.firstSteps(bot, conversation.value, diagnosisOf(bot.handle).value)
  return done && { bot, ...done }
}

export function FirstSteps({ width }: { width: number }) {
  const { model, profile } = useEmulator()
  const shown = useValue(firstSteps)
  const url = useSignal(model.url)
  const description = useSignal(profile)?.description
  const { signs } = useLook()
  if (!shown) return null
  const { bot, isConnected, isStarted } = shown
  const step = (text: string, isDone: boolean, isNext: boolean) => (
    <Words tone={isDone ? 'good' : undefined} bold={isNext} dimColor={!isDone && !isNext}>
      {`${isDone ? signs.done : signs.todo} ${text}`}
    </Words>
  )
  const start = isConnected ? `${bot.first_name} is connected` : 'Start your bot. Ctrl-P, Enter copies this command:'
  return (
    <Box flexDirection="column" flexShrink={0} width={width}>
      {description && !isStarted && (
        <Box paddingBottom={1}>
          <Words isWrapped isMultiline>
            {description}
          </Words>
        </Box>
      )}
      {step(start, isConnected, !isConnected)}
      {!isConnected && <Words isWrapped>{steps.startCommand(url, bot)}</Words>}
      {step(isStarted ? 'The chat is started' : `Press Enter to start ${bot.first_name}`, isStarted, isConnected)}
      {step("Wait for the bot's first answer", false, isConnected && isStarted)}
    </Box>
  )
}
