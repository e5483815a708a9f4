// Starts the page: a report, the map of an exploration, or the world.

import { render } from 'preact'
import { App } from './app.tsx'
import { keepFocus } from './keep-focus.ts'
import { onPageKey } from './keys.tsx'
import { ExploredMap } from './report/map.tsx'
import { RunReport } from './report/report.tsx'
import { data } from './state/emulator.ts'
import { follow } from './state/follow.ts'

const { body } = document

if (data?.kind === 'run') render(<RunReport run={data} />, body)
else if (data?.kind === 'map') render(<ExploredMap map={data} />, body)
else {
  render(<App />, body)
  addEventListener('keydown', onPageKey)
  keepFocus()
  void follow()
}
