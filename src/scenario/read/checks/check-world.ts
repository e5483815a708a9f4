// Whether a world can be laid out: each of its entries is what an action takes, and names only who is there.

import { didYouMean } from '../../../lib/compare/nearest.ts'
import { HANDLE, USERNAME } from '../../../spec/names.ts'
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
    return [...misnamed(source, kind, handle, fields), ...explainIssues(context, params(action))]
  })
  if (!world.service) return entries
  const context = { source, path: ['world', 'service'], value: world.service, what: 'world.service' }
  return [...explainIssues(context, params('updateService')), ...entries]
}

type Entry = ReturnType<typeof entriesIn>[number]

/** A handle or a username that the emulator would not take. */
function misnamed(source: Source, kind: Entry['kind'], handle: string, fields: Entry['fields']): Mistake[] {
  const { username } = fields ?? {}
  const mistakes: Mistake[] = []
  if (!HANDLE.form.test(handle)) {
    const at = source.placeOfKey(['world', kind, handle])
    mistakes.push({ at, message: `world.${kind}: "${handle}" cannot be a handle.`, hint: HANDLE.hint })
  }
  if (typeof username === 'string' && !USERNAME.form.test(username.replace(/^@/, ''))) {
    const at = source.placeOf(['world', kind, handle, 'username'])
    mistakes.push({ at, message: `world.${kind}.${handle}: "${username}" cannot be a username.`, hint: USERNAME.hint })
  }
  return mistakes
}

/** What two entries of a world cannot both have. */
const UNIQUE = ['id', 'username'] as const

/** Whether an entry of this file has what an entry before it has; `whole` is the world that it is part of. */
export function checkUnique(source: Source, whole: WorldFile): Mistake[] {
  return [...sameHandles(source, whole), ...sameFields(source, whole)]
}

/** Within a kind no file can write a handle twice. */
function sameHandles(source: Source, whole: WorldFile): Mistake[] {
  const { world = {} } = source.value as { world?: WorldFile }
  const all = entriesIn(whole)
  return all.flatMap(({ kind, handle }, i): Mistake[] => {
    const other = all.slice(0, i).find((each) => each.handle === handle)
    if (!other || !Object.hasOwn(world[kind] ?? {}, handle)) return []
    const at = source.placeOfKey(['world', kind, handle])
    const message = `world.${kind}.${handle}: one of world.${other.kind} is called ${handle} already.`
    return [{ at, message, hint: 'Choose another handle.' }]
  })
}

function sameFields(source: Source, whole: WorldFile): Mistake[] {
  const { world = {} } = source.value as { world?: WorldFile }
  const all = entriesIn(whole)
  return all.flatMap(({ kind, handle, fields }, i) =>
    UNIQUE.flatMap((key): Mistake[] => {
      const value = fields?.[key]
      const other = all.slice(0, i).find((each) => value !== undefined && plain(each.fields?.[key]) === plain(value))
      if (!other || world[kind]?.[handle]?.[key] !== value) return []
      const at = source.placeOf(['world', kind, handle, key])
      const message = `world.${kind}.${handle}.${key}: ${other.handle} has ${JSON.stringify(value)} already.`
      return [{ at, message, hint: 'Choose another, or leave it out.' }]
    }),
  )
}

/** A username is the same in any letter case, and with its sign or without. */
const plain = (value: unknown) => (typeof value === 'string' ? value.replace(/^@/, '').toLowerCase() : value)

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
