// The options of `start`.

import type { FirstWorld } from '../settings/furnish.ts'
import type { ScreenOptions } from '../settings/screen-options.ts'

export interface StartOptions extends FirstWorld, ScreenOptions {
  host: string
  port: number
  controlToken?: string
  db: string
  memory?: boolean
  durable?: boolean
  headless?: boolean
  log?: string
  json?: boolean
}
