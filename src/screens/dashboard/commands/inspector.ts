// Commands of the inspector: its views, and what its rows do.

import { inspectorItems, VIEWS } from '../inspector/items.ts'
import { focusPlace } from '../screen/panes.ts'
import { type InspectorView, type Screen, setInspector } from '../screen/screen.ts'
import type { Command } from './command.ts'

export function showView(screen: Screen, view: InspectorView) {
  focusPlace(screen, 'inspector')
  setInspector(screen, { view, at: 0, unfolded: [] })
}

const chosenItem = (screen: Screen) => {
  const items = inspectorItems(screen)
  return items[Math.min(screen.inspector.value.at, items.length - 1)]
}

function step(screen: Screen, by: number) {
  const views = Object.keys(VIEWS) as InspectorView[]
  const at = views.indexOf(screen.inspector.peek().view) + by
  showView(screen, views[(at + views.length) % views.length]!)
}

const viewCommands = Object.entries(VIEWS).flatMap(([view, { key, label, words, applies }]): Command[] => {
  const run = (screen: Screen) => showView(screen, view as InspectorView)
  return key === undefined
    ? []
    : [{ label, keys: { list: key }, words: `${words} show inspect`, ...(applies && { applies }), run }]
})

export const inspectorCommands: readonly Command[] = [
  {
    label: 'Unfold or fold the row; do what it says',
    keys: { inspector: 'enter space' },
    hint: (screen) =>
      chosenItem(screen)?.run ? (screen.inspector.value.view === 'chosen' ? 'unfold' : 'choose') : null,
    run: (screen) => chosenItem(screen)?.run?.(),
  },
  { label: 'Next, previous view', keys: { inspector: 'right left l h' }, hint: 'next view', run: step },
  ...viewCommands,
]

/** The value of the chosen row. */
export const chosenValue = (screen: Screen) => chosenItem(screen)?.value
