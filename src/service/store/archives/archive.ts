// The format of exports and snapshots: a world with the contents of its files.

import { Problem } from '../../../lib/problem.ts'

/** The SQLite application id of an archive, "botx" in ASCII. */
export const ARCHIVE_ID = 0x626f7478

export interface About {
  /** The emulator's clock at the export, in Unix milliseconds. */
  at_ms: number
  frozen: boolean
  /** True if the archive includes the tokens of bots and the secrets of webhooks. */
  tokens: boolean
}

export const damagedArchive = (how: string) =>
  new Problem(
    'damaged-archive',
    `The export is damaged: ${how.replace(/\.$/, '')}.`,
    'Nothing was changed. Import another copy of the file.',
  )
