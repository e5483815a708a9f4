// An emulator to play on, however it came about.

import type { Client } from '../../../client/client.ts'

export interface Venue {
  client: Client
  url: string
  close(): Promise<void>
}
