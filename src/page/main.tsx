// The entry point of the page: renders the data inside it, else follows the emulator.

import { render } from 'preact'
import { App } from './app.tsx'
import { data } from './data.ts'
import { ExploredMap } from './map.tsx'
import { RunReport } from './report.tsx'
import { follow } from './world.ts'

const { body } = document

if (data?.kind === 'run') render(<RunReport run={data} />, body)
else if (data?.kind === 'map') render(<ExploredMap map={data} />, body)
else {
  render(<App />, body)
  void follow()
}
