// Starts the page: a report, the map of an exploration, or the world.

import { effect } from '@preact/signals'
import { render } from 'preact'
import { App } from './app.tsx'
import { data, isCopy, model } from './emulator.ts'
import { keepFocus } from './keep-focus.ts'
import { onPageKey } from './keys.tsx'
import { CompareReport } from './report/compare.tsx'
import { ExploredMap } from './report/map.tsx'
import { RunReport } from './report/report.tsx'
import { goTo, phones } from './route.ts'
import { latestFirst } from './traffic/history.ts'

const { body } = document

if (data?.kind === 'run') render(<RunReport run={data} />, body)
else if (data?.kind === 'compare') render(<CompareReport page={data} />, body)
else if (data?.kind === 'map') render(<ExploredMap map={data} />, body)
else {
  render(<App />, body)
  addEventListener('keydown', onPageKey)
  keepFocus()
  effect(showFirstPhone)
  void model.follow(new AbortController().signal)
}

/** Shows a phone with its latest chat, else with the first bot, unless the page's address names a person. */
function showFirstPhone() {
  if (phones.value.length || model.link.value !== 'open') return
  // A copy shows the latest conversation of all people.
  const people = isCopy ? model.people.value : model.people.value.slice(0, 1)
  const lists = people.map(({ handle }) => model.chats(handle).value)
  if (lists.includes(undefined)) return
  const chats = people.flatMap(({ handle: person }, at) => (lists[at] ?? []).map((chat) => ({ ...chat, as: person })))
  const [newest] = latestFirst(chats.filter(({ last_message }) => last_message))
  const person = newest?.as ?? people[0]?.handle
  const chat = newest?.handle ?? model.bots.value[0]?.handle
  if (person) goTo({ phones: [{ person, ...(chat !== undefined && { chat }) }] })
}
