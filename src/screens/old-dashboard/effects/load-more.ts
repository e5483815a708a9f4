// Loads older messages, previews of pictures, and the times to which the clock can move.

import type { Client } from '../../../control/client/client.ts'
import { emulatorTime } from '../state/clock.ts'
import type { Message, Photo } from '../state/model.ts'
import { currentBot, openChat } from '../state/roster.ts'
import type { Deadline } from '../state/state.ts'
import { previewOf } from './picture-view.ts'
import type { Wiring } from './sync.ts'

export async function loadOlder({ client, dispatch, state }: Wiring) {
  const { me, open, worldVersion, conversation } = state()
  let messages: readonly Message[] = conversation.messages.slice(0, 1)
  if (me === null || open === null) return
  for (let before = messages[0]?.message_id; before !== undefined; ) {
    const older = await client.view('/users/:user/chats/:chat', { user: me, chat: open, before })
    messages = [...older.messages, ...messages]
    before = older.messages[0]?.message_id
  }
  dispatch({ type: 'older', me, open, worldVersion, messages })
}

export async function loadPreviews({ client, dispatch }: Wiring, { files }: { files: readonly string[] }) {
  const photos: Record<string, Photo | null> = {}
  for (const id of files) photos[id] = await client.file(id).then(previewOf, () => null)
  dispatch({ type: 'previewed', photos })
}

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
        label: `until the limit ${limit.replaceAll('_', ' ')} allows another message`,
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
    next_timers.map((at) => ({ label: `until a timer of the bot fires (${runtime}, process ${pid})`, at })),
  )
}
