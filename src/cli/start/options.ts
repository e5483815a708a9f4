// The options of `start`.

import type { FirstWorld } from '../settings/furnish.ts'

export interface StartOptions extends FirstWorld {
  host: string
  port: number
  controlToken?: string
  db: string
  memory?: boolean
  durable?: boolean
  headless?: boolean
  ascii?: boolean
  log?: string
  json?: boolean
}
