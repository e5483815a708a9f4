// Starts the page: a report, the map of an exploration, or the world.

import { effect } from '@preact/signals'
import { render } from 'preact'
import { App } from './app.tsx'
import { data, model } from './emulator.ts'
import { keepFocus } from './keep-focus.ts'
import { onPageKey } from './keys.tsx'
import { ExploredMap } from './report/map.tsx'
import { RunReport } from './report/report.tsx'
import { goTo, phones } from './route.ts'

const { body } = document

if (data?.kind === 'run') render(<RunReport run={data} />, body)
else if (data?.kind === 'map') render(<ExploredMap map={data} />, body)
else {
  render(<App />, body)
  addEventListener('keydown', onPageKey)
  keepFocus()
  effect(showFirstPhone)
  void model.follow(new AbortController().signal)
}

/** Shows the phone of the first person, unless the page's address names a person. */
function showFirstPhone() {
  const [first] = model.people.value
  if (first && !phones.value.length) goTo({ phones: [{ person: first.handle }] })
}
