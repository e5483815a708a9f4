// What can lie on top of the panes.

import type { Form } from '../forms/form.ts'
import type { Input } from '../forms/input.ts'
import type { HeldFile, Photo } from './model.ts'

export type Overlay =
  | { kind: 'help'; scroll: number }
  | { kind: 'palette'; filter: Input; selected: number }
  | { kind: 'form'; form: Form }
  | { kind: 'menu'; title: string; items: readonly MenuItem[]; selected: number }
  /** A file for what was recorded or for one that a message holds, or a recorded step, written otherwise. */
  | { kind: 'save'; input: Input; error: string | null; step: number | null; file?: HeldFile }
  /** No photo where the terminal draws it. */
  | { kind: 'picture'; title: string; file: HeldFile; photo: Photo | null }
  | { kind: 'clock'; input: Input; selected: number; error: string | null; expiring: readonly Expiring[] }

/** What ends by itself, in Unix seconds. */
export interface Expiring {
  says: string
  at: number
}

export interface MenuItem {
  says: string
  /** The action performed, or the form opened where something is still to be said. */
  action: string
  params: Readonly<Record<string, unknown>>
  ask?: boolean
}
