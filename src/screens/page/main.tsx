// Starts the page: a report, the map of an exploration, or the world.

import { effect } from '@preact/signals'
import { render } from 'preact'
import type { PersonChatView } from '../../control/contract/chats.ts'
import { App } from './app.tsx'
import { data, isCopy, model } from './emulator.ts'
import { keepFocus } from './keep-focus.ts'
import { onPageKey } from './keys.tsx'
import { CompareReport } from './report/compare.tsx'
import { ExploredMap } from './report/map.tsx'
import { RunReport } from './report/report.tsx'
import { goTo, phones } from './route.ts'

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
  const candidates = people.map(({ handle }) => ({ person: handle, chats: model.chats(handle).value }))
  if (candidates.some(({ chats }) => !chats)) return
  const [newest] = candidates
    .map(({ person, chats = [] }) => ({
      person,
      latest: chats.toSorted((one, other) => dateOf(other) - dateOf(one))[0],
    }))
    .toSorted((one, other) => dateOf(other.latest) - dateOf(one.latest))
  if (!newest) return
  const chat = dateOf(newest.latest) ? newest.latest?.handle : model.bots.value[0]?.handle
  goTo({ phones: [{ person: newest.person, ...(chat !== undefined && { chat }) }] })
}

const dateOf = (chat: PersonChatView | undefined) => chat?.last_message?.date ?? 0
