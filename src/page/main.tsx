// Starts the page.

import { render } from 'preact'
import { App } from './app.tsx'
import { follow } from './world.ts'

render(<App />, document.body)
void follow()
