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

/** Shows a phone with an open chat, unless the page's address names a person. */
function showFirstPhone() {
  if (phones.value.length || model.link.value !== 'open') return
  const phone = isCopy ? latestChat() : firstChat()
  if (phone) goTo({ phones: [phone] })
}

type Phone = (typeof phones.value)[number]

/** Returns the first person's latest chat, else the private chat with the first bot. */
function firstChat(): Phone | undefined {
  const person = model.people.value[0]?.handle
  const chats = person === undefined ? undefined : model.chats(person).value
  if (person === undefined || !chats) return undefined
  const chat = latestOf(chats)?.handle ?? model.bots.value[0]?.handle
  return { person, ...(chat !== undefined && { chat }) }
}

/** Returns the chat with the newest message of all people. */
function latestChat(): Phone | undefined {
  const all = model.people.value.map(({ handle }) => ({ person: handle, chats: model.chats(handle).value }))
  if (!all.length || all.some(({ chats }) => !chats)) return undefined
  const latest = all.map(({ person, chats = [] }) => ({ person, chat: latestOf(chats) }))
  const dateOf = ({ chat }: (typeof latest)[number]) => chat?.last_message?.date ?? 0
  const [newest] = latest.toSorted((one, other) => dateOf(other) - dateOf(one))
  return newest && { person: newest.person, ...(newest.chat && { chat: newest.chat.handle }) }
}

const latestOf = (chats: readonly PersonChatView[]) =>
  chats
    .filter(({ last_message }) => last_message)
    .toSorted((one, other) => (other.last_message?.date ?? 0) - (one.last_message?.date ?? 0))[0]
