// The inspector's views, each as the items of a list.

import type { Item } from '../components/item.ts'
import { inspectorColumns } from '../screen/panes.ts'
import { type InspectorView, type Screen, setInspector, toggle } from '../screen/screen.ts'
import { botItems, faultItems, limitItems, updateItems, webhookItems } from './bot-items.ts'
import { chosenItems, chosenTitle } from './chosen-items.ts'
import type { Folding } from './json-items.ts'
import { replayItems, stepItems, stepsTitle } from './replay-items.ts'
import { memberItems, snapshotItems } from './world-items.ts'

export interface View {
  /** The key that shows the view in a list, and its description in the help and the palette. */
  key?: string
  label: string
  words: string
  title(screen: Screen): string
  items(screen: Screen, folding: Folding): Item[]
}

const ofBot = (words: string) => (screen: Screen) => `${words} of ${inspectedBot(screen)?.first_name ?? 'no bot'}`

export const inspectedBot = ({ inspector, model, currentBot }: Screen) =>
  model.bots.value.find(({ handle }) => handle === inspector.value.bot) ?? currentBot.value

export const VIEWS: Readonly<Record<InspectorView, View>> = {
  chosen: { label: 'What is chosen', words: '', title: chosenTitle, items: chosenItems },
  replay: { label: 'The update given again', words: '', title: () => 'given again', items: replayItems },
  steps: { key: 'T', label: 'Recorded steps', words: 'recording scenario', title: stepsTitle, items: stepItems },
  bot: {
    key: 'B',
    label: "What the bot does, and why it's silent",
    words: 'diagnosis silent program output',
    title: ofBot('state'),
    items: botItems(inspectedBot),
  },
  limits: {
    key: 'L',
    label: 'Limits of the bot',
    words: '429 too many flood',
    title: ofBot('limits'),
    items: limitItems(inspectedBot),
  },
  updates: {
    key: 'u',
    label: 'Pending updates of the bot',
    words: 'queue',
    title: ofBot('pending updates'),
    items: updateItems(inspectedBot),
  },
  webhook: {
    key: 'W',
    label: 'Webhook of the bot',
    words: 'deliveries',
    title: ofBot('webhook'),
    items: webhookItems(inspectedBot),
  },
  faults: {
    key: 'F',
    label: 'Injected faults',
    words: 'errors',
    title: ofBot('faults'),
    items: faultItems(inspectedBot),
  },
  members: {
    key: 'P',
    label: 'Members, rights and mutes',
    words: 'people administrators promote mute',
    title: ({ chat }) => `members of ${chat.value?.title ?? 'no chat'}`,
    items: memberItems,
  },
  snapshots: {
    key: 'S',
    label: 'Snapshots of the world',
    words: 'restore save',
    title: () => 'snapshots',
    items: snapshotItems,
  },
}

/** The cells of the inspector's frame. */
const FRAME_COLUMNS = 4

/** Returns the items that match the filter. Reads signals. */
export function inspectorItems(screen: Screen): Item[] {
  const { inspector, filters, look } = screen
  const { view, unfolded } = inspector.value
  const folding: Folding = {
    room: inspectorColumns(screen) - FRAME_COLUMNS,
    signs: look.signs,
    unfolded,
    toggle: (id) => setInspector(screen, { unfolded: toggle(inspector.peek().unfolded, id) }),
  }
  const words = filters.value.inspector.toLowerCase()
  const items = VIEWS[view].items(screen, folding)
  if (!words) return items
  return items.filter(({ parts }) =>
    parts.some((part) => (typeof part === 'string' ? part : part.text).toLowerCase().includes(words)),
  )
}
