// The inspector: the table of its views, their lines, and the selected line.

import type { Client } from '../../../control/client/client.ts'
import type { EventView } from '../../../control/contract/events.ts'
import { type PaneView, type Room, windowAround } from '../panes/lists.ts'
import { inspectorTextWidth, isInspectorShown } from '../state/layout.ts'
import type { Bot } from '../state/model.ts'
import { inspectedBot, openChat } from '../state/roster.ts'
import type { Inspector, Panel, State } from '../state/state.ts'
import { type Line, textLines } from '../text/line.ts'
import { signsOf } from '../text/style.ts'
import { faultLines, limitLines, memberLines, queueLines, snapshotLines, webhookLines } from './bot-lines.ts'
import { exploreLines, replayLines, stepLines, stepsTitle } from './replay-lines.ts'
import { subjectLines, subjectOf, subjectTitle } from './subject.ts'

interface View {
  /** The key that shows the view, its descriptions in the help and in the palette, and the rank of its key hint. */
  command?: readonly [key: string, description: string, palette: string, hintRank?: number]
  title(state: State): string
  lines(state: State, room: number, panel: Panel): Line[]
  /** Loads the data that the view shows. `chat` is null in a private chat, because it does not have members. */
  load?(client: Client, bot: string, chat: string | null): Promise<Panel>
  needsBot?: true
  reloadedOn?: readonly EventView['type'][]
}

const ofBot = (words: string, lines: (state: State, room: number, panel: Panel, bot: Bot) => Line[]) => ({
  needsBot: true as const,
  title: (state: State) => `${words} of ${inspectedBot(state)?.first_name ?? 'no bot'}`,
  lines(state: State, room: number, panel: Panel) {
    const bot = inspectedBot(state)
    return bot ? lines(state, room, panel, bot) : textLines('No bots yet. Press + to create one.', room, 'dim')
  },
})

export const VIEWS: Readonly<Record<Inspector['view'], View>> = {
  chosen: { title: (state) => subjectTitle(subjectOf(state)), lines: subjectLines },
  limits: {
    command: ['L', 'limits', 'Shows how much of each limit a bot has used, and when a full limit is free again.', 12],
    ...ofBot('limits', limitLines),
    load: async (client, bot) => ({ limits: await client.view('/bots/:bot/limits', { bot }) }),
    reloadedOn: ['call'],
  },
  queue: {
    command: ['u', 'update queue', "Shows a bot's pending updates."],
    ...ofBot('pending updates', queueLines),
    load: async (client, bot) => ({ updates: await client.view('/bots/:bot/updates', { bot }) }),
    reloadedOn: ['update', 'handed-out', 'acknowledged', 'delivery'],
  },
  webhook: {
    command: ['W', 'webhook', "Shows a bot's webhook and its deliveries."],
    ...ofBot('webhook', webhookLines),
    load: async (client, bot) => ({
      updates: await client.view('/bots/:bot/updates', { bot }),
      deliveries: (await client.view('/bots/:bot/deliveries', { bot })).reverse(),
    }),
    reloadedOn: ['delivery', 'webhook', 'update'],
  },
  faults: {
    command: ['F', 'injected faults', 'Shows the injected faults, and how often each one happened.'],
    ...ofBot('faults', faultLines),
    load: async (client, bot) => ({ faults: await client.view('/faults', { bot }) }),
    reloadedOn: ['fault', 'action', 'call'],
  },
  members: {
    command: ['P', 'members, rights and mutes', 'Shows the members of the open chat, with their rights and mutes.'],
    title: (state) => `members of ${openChat(state)?.title ?? 'no chat'}`,
    lines: memberLines,
    load: async (client, _, chat) =>
      chat === null ? {} : { members: await client.view('/chats/:chat/members', { chat }) },
    reloadedOn: ['member', 'chat', 'action'],
  },
  snapshots: {
    command: ['S', 'snapshots of the world', 'Shows the snapshots of the world, and lets you restore one.'],
    title: () => 'snapshots of the world',
    lines: snapshotLines,
    load: async (client) => ({ snapshots: await client.view('/snapshots') }),
    reloadedOn: ['action'],
  },
  steps: {
    command: ['T', 'recorded steps', 'Shows the recorded steps, to edit, skip or replay them.'],
    title: stepsTitle,
    lines: stepLines,
  },
  explore: {
    command: ['E', 'explore the bot, or see failures', 'Lets simulated people use the bot, and shows its failures.'],
    title: () => 'explore',
    lines: exploreLines,
  },
  replay: { title: () => 'replay', lines: replayLines },
}

/** Returns a text that identifies the data to load; null if the inspector is hidden or its view loads nothing. */
export function inspectorDataKey(state: State): string | null {
  const { view } = state.inspector
  const { load, needsBot } = VIEWS[view]
  const bot = inspectedBot(state)
  return load && (bot || !needsBot) && isInspectorShown(state) ? [view, bot?.handle, state.open].join(' ') : null
}

export function inspectorLines(state: State, room = inspectorTextWidth(state)): Line[] {
  const { view, panel, dataKey } = state.inspector
  const key = inspectorDataKey(state)
  if (key !== null && (!panel || dataKey !== key)) return textLines(`loading ${signsOf(state.look).more}`, room, 'dim')
  return VIEWS[view].lines(state, room, panel ?? {})
}

export function selectedLine(state: State): Line | undefined {
  const lines = inspectorLines(state)
  return lines[Math.min(state.inspector.line, lines.length - 1)]
}

/** Returns the index of the selected recorded step; undefined unless the focused inspector shows the recording. */
export function selectedStep(state: State): number | undefined {
  const isChosen = state.focus === 'inspector' && state.inspector.view === 'steps'
  const value = isChosen ? selectedLine(state)?.value : undefined
  return typeof value === 'number' ? value : undefined
}

export function inspectorPane(state: State, { height }: Room, isFocused: boolean): PaneView {
  const lines = inspectorLines(state)
  const at = Math.min(state.inspector.line, lines.length - 1)
  const next = lines.findIndex(({ isMore }, i) => i > at && !isMore)
  const visible = windowAround(lines, at, height).map(({ item: { pieces, indent = 0, isMore = false }, i }): Line => {
    const isChosen = isFocused && (i === at || (isMore && i > at && (next < 0 || i < next)))
    const mark = isChosen && !isMore ? '> ' : '  '
    return { pieces: [[mark + ' '.repeat(indent)], ...pieces], target: { line: i }, isChosen }
  })
  return { title: VIEWS[state.inspector.view].title(state), lines: visible }
}
