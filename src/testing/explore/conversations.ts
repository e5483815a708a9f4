// Explores a bot, and returns the conversations as scenarios without expectations.

import type { Scenario, Step } from '../scenarios/scenario.ts'
import { explore } from './explore.ts'
import type { ExploreSettings } from './investigate.ts'

type ConversationSettings = Pick<ExploreSettings, 'emulator' | 'bot' | 'world' | 'seconds' | 'seed' | 'signal'>

export async function exploreConversations(settings: ConversationSettings): Promise<Scenario[]> {
  const scenarios: Scenario[] = []
  const onConversation: ExploreSettings['onConversation'] = (observations) => {
    if (!observations.length) return
    const number = scenarios.length + 1
    const at = { file: '--explore', line: number, column: 1 }
    scenarios.push({
      name: `explored conversation ${number}`,
      at,
      tags: [],
      world: settings.world,
      row: {},
      steps: observations.map(({ move, params }): Step => ({ word: move.action, params, at, path: [] })),
      only: false,
      mayStop: false,
      settles: false,
      faults: false,
    })
  }
  const readScenario = () => {
    throw new Error('Without judges, nothing is found.')
  }
  await explore({ ...settings, judges: new Map(), out: '', readScenario, onConversation }, () => {})
  return scenarios
}
