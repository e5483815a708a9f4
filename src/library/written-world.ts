// A world that a program writes down: what a world file holds, with the types of the actions that put it in place.

import type { ActionParams } from '../client/client.ts'

/** Whoever has no name is called by the handle. */
type Named<Create extends keyof ActionParams, Name extends string> = Omit<ActionParams[Create], 'handle' | Name> & {
  [Key in Name]?: string
}

type ByHandle<Entry> = Readonly<Record<string, Entry>>

export type World = {
  service?: ActionParams['updateService']
  clock?: { at?: number; frozen?: boolean }
  users?: ByHandle<Named<'createUser', 'first_name'> | null>
  /** One that names no owner gets one. */
  bots?: ByHandle<Partial<Named<'createBot', 'first_name'>> | null>
  groups?: ByHandle<Named<'createGroup', 'title'>>
  channels?: ByHandle<Named<'createChannel', 'title'>>
}
