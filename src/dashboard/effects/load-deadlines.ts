// Loads the moments to which the clock overlay offers to jump.

import type { Client } from '../../client/client.ts'
import { emulatorTime } from '../state/clock.ts'
import { currentBot, openChat } from '../state/roster.ts'
import type { Deadline } from '../state/state.ts'
import type { Wiring } from './sync.ts'

/** Loads the next timers of bots, the ends of mutes, and the times at which used limits become free again. */
export async function loadDeadlines({ client, dispatch, state }: Wiring) {
  const now = emulatorTime(state())
  const chat = openChat(state())
  const bot = currentBot(state())
  const [timers, members, limits] = await Promise.all([
    loadTimers(client),
    chat && chat.kind !== 'private' ? client.view('/chats/:chat/members', { chat: chat.handle }) : [],
    bot ? client.view('/bots/:bot/limits', { bot: bot.handle }) : [],
  ])
  const mutes = members.flatMap(({ user, until_date }): Deadline[] =>
    until_date ? [{ label: `until ${user.first_name} may write again`, at: until_date }] : [],
  )
  const full = limits
    .filter(({ free_in }) => free_in > 0)
    .map(
      ({ limit, free_in }): Deadline => ({
        label: `until the limit ${limit.replaceAll('_', ' ')} is free`,
        at: now + free_in,
      }),
    )
  dispatch({ type: 'deadlines', deadlines: [...timers, ...mutes, ...full] })
}

const MAX_WAIT_FOR_TIMERS = 0.5

/** Loads the next timers of the processes that follow the clock. A process reports its timers when it becomes idle. */
async function loadTimers(client: Client): Promise<Deadline[]> {
  const { followers } = await client.view('/clock')
  if (!followers.length) return []
  await client.waitForIdle({ within: MAX_WAIT_FOR_TIMERS })
  const reports = (await client.view('/clock')).followers
  return reports.flatMap(({ pid, runtime, next_timers }) =>
    next_timers.map((at) => ({ label: `until a timer of the bot runs (${runtime}, process ${pid})`, at })),
  )
}
