// Explores a bot, and returns the conversations as scenarios without expectations.

import type { Scenario, Step } from '../scenarios/scenario.ts'
import { type ExploreSettings, explore } from './explore.ts'
import type { Observation } from './observation.ts'
import { LIMIT_WINDOW_SECONDS } from './write-finding.ts'

type ConversationSettings = Pick<ExploreSettings, 'emulator' | 'bot' | 'world' | 'seconds' | 'seed' | 'signal'>

export async function exploreConversations(settings: ConversationSettings): Promise<Scenario[]> {
  const { world } = settings
  const scenarios: Scenario[] = []
  function onConversation(observations: readonly Observation[], advances: readonly number[]) {
    if (!observations.length || observations.some(({ isFaulty }) => isFaulty)) return
    const number = scenarios.length + 1
    const at = { file: '--explore', line: number, column: 1 }
    const stepOf = (word: string, params: Step['params']): Step => ({ word, params, at, path: [] })
    const steps = observations.flatMap(({ move, params }, i) => [
      ...(advances.includes(i) ? [stepOf('advanceClock', { seconds: LIMIT_WINDOW_SECONDS })] : []),
      stepOf(move.action, params),
    ])
    const name = `explored conversation ${number}`
    scenarios.push({
      name,
      at,
      tags: [],
      world,
      row: {},
      steps,
      only: false,
      mayStop: false,
      settles: false,
      faults: false,
    })
  }
  const nothing = {
    oracles: new Map(),
    out: '',
    readScenario: () => {
      throw new Error('Without oracles, nothing is found.')
    },
  }
  await explore({ ...settings, ...nothing, onConversation }, () => {})
  return scenarios
}
