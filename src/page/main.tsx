// The entry point of the page: renders it and follows the emulator.

import { render } from 'preact'
import { App } from './app.tsx'
import { follow } from './world.ts'

render(<App />, document.body)
void follow()
