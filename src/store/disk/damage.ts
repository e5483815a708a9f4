// A database that is not whole: what is wrong with it, by name, and the way out.

import { statSync } from 'node:fs'
import { Problem } from '../../lib/problem.ts'
import type { Db } from '../db.ts'
import { headerOf } from './header.ts'
import { hasLog, logOf } from './log.ts'

const wayOut = (file: string) =>
  `What can be read of it goes into a new file with: bot-emulator export saved.world --from ${file}`

export const damagedDatabase = (file: string, how: string) =>
  new Problem('damaged-database', `${file} is damaged: ${how}.`, wayOut(file))

/** A copy of the file alone, of an emulator that ran or was killed, has not all that was committed. */
const lacksLog = (file: string) =>
  new Problem(
    'missing-log',
    `${file} was copied or moved without ${logOf(file)}, which holds what was committed last.`,
    `Bring that file back beside it, and copy a running world with bot-emulator export. ${wayOut(file)}`,
  )

/** With its log it may be of any length: the log says how long it is. */
export function requireNotCut(file: string) {
  if (hasLog(file)) {
    const isEmpty = statSync(file, { throwIfNoEntry: false })?.size === 0 && statSync(logOf(file)).size > 0
    if (isEmpty) throw damagedDatabase(file, `it is empty, and ${logOf(file)} is not`)
    return
  }
  const header = headerOf(file)
  if (!header?.isOurs || header.bytes >= header.wholeBytes) return
  throw damagedDatabase(file, `it is cut, ${header.bytes} of ${header.wholeBytes} bytes are left`)
}

/** Reads every page, some 200 MB in a second. */
export function requireSound(db: Db, file: string) {
  const verdict = String(db.pragma('quick_check(1)', { simple: true }))
  if (verdict === 'ok') return
  const [first = verdict] = verdict.split('\n').filter((line) => !line.startsWith('***'))
  throw damagedDatabase(file, first.replace(/\.$/, ''))
}

/** Throws if a file without a log beside it says that it needs one. */
export function requireNothingMissing(db: Db, file: string) {
  if (db.prepare<[], 0 | 1>('select needs_log from database').pluck().get() === 1) throw lacksLog(file)
}
