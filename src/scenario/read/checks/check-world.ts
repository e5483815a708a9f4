// Whether a world can be laid out: each of its entries is what an action takes, and names only who is there.

import { didYouMean } from '../../../lib/compare/nearest.ts'
import { entriesIn, titled, type WorldFile } from '../../world-file.ts'
import type { Mistake } from '../mistake.ts'
import type { Source } from '../source.ts'
import { explainIssues } from './explain-issues.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What one file writes of a world. */
export function checkWorld(source: Source, vocabulary: Vocabulary): Mistake[] {
  const { world = {} } = source.value as { world?: WorldFile }
  const params = (action: string) => vocabulary.get(action)!.params
  const entries = entriesIn(world).flatMap(({ kind, action, name, handle, fields }) => {
    const value = { handle, [name]: titled(handle), ...fields }
    const context = { source, path: ['world', kind, handle], value, what: `world.${kind}.${handle}` }
    return explainIssues(context, params(action))
  })
  if (!world.service) return entries
  const context = { source, path: ['world', 'service'], value: world.service, what: 'world.service' }
  return [...explainIssues(context, params('updateService')), ...entries]
}

/** What two entries of a world cannot both have. */
const UNIQUE = ['id', 'username'] as const

/** Whether an entry of this file has what an entry before it has; `whole` is the world that it is part of. */
export function checkUnique(source: Source, whole: WorldFile): Mistake[] {
  const { world = {} } = source.value as { world?: WorldFile }
  const all = entriesIn(whole)
  return all.flatMap(({ kind, handle, fields }, i) =>
    UNIQUE.flatMap((key): Mistake[] => {
      const value = fields?.[key]
      const other = all.slice(0, i).find((each) => value !== undefined && each.fields?.[key] === value)
      if (!other || world[kind]?.[handle]?.[key] !== value) return []
      const at = source.placeOf(['world', kind, handle, key])
      const message = `world.${kind}.${handle}.${key}: ${other.handle} has ${JSON.stringify(value)} already.`
      return [{ at, message, hint: 'Choose another, or leave it out.' }]
    }),
  )
}

const BELONGING = ['owner', 'members', 'subscribers'] as const

/** Whom one file names as owners and members; `whole` is the world that it is part of. */
export function checkNames(source: Source, whole: WorldFile): Mistake[] {
  const { world = {} } = source.value as { world?: WorldFile }
  const known = namesIn(whole)
  return entriesIn(world).flatMap(({ kind, handle, fields }) =>
    BELONGING.flatMap((key) =>
      [fields?.[key] ?? []].flat().flatMap((who, i, all): Mistake[] => {
        if (typeof who !== 'string' || /^\d+$/.test(who) || known.includes(who)) return []
        const path = ['world', kind, handle, key, ...(all.length > 1 || key !== 'owner' ? [i] : [])]
        const hint = didYouMean(who, known)
        return [{ at: source.placeOf(path), message: `world.${kind}.${handle}.${key}: there is no "${who}".`, hint }]
      }),
    ),
  )
}

/** People and bots, by handle and by @username. */
function namesIn({ users = {}, bots = {} }: WorldFile): string[] {
  const all = Object.entries({ ...users, ...bots })
  return all.flatMap(([handle, fields]) => (fields?.username ? [handle, `@${fields.username}`] : [handle]))
}
