// Checks the entries of a world: their parameters, handles, usernames and members.

import { didYouMean } from '../../../lib/compare/nearest.ts'
import { HANDLE, USERNAME } from '../../../spec/names.ts'
import { entriesIn, nameFromHandle, type WorldFile } from '../../world-file.ts'
import type { Mistake } from '../mistake.ts'
import type { Source } from '../source.ts'
import { explainIssues } from './explain-issues.ts'
import type { StepCatalogue } from './step-catalogue.ts'

export function checkWorld(source: Source, catalogue: StepCatalogue): Mistake[] {
  const { world = {} } = source.value as { world?: WorldFile }
  const params = (action: string) => catalogue.get(action)!.params
  const entries = entriesIn(world).flatMap(({ kind, action, name, handle, fields }) => {
    const value = { handle, [name]: nameFromHandle(handle), ...fields }
    const context = { source, path: ['world', kind, handle], value, name: `world.${kind}.${handle}` }
    return [...nameMistakes(source, kind, handle, fields), ...explainIssues(context, params(action))]
  })
  if (!world.service) return entries
  const context = { source, path: ['world', 'service'], value: world.service, name: 'world.service' }
  return [...explainIssues(context, params('updateService')), ...entries]
}

type Entry = ReturnType<typeof entriesIn>[number]

function nameMistakes(source: Source, kind: Entry['kind'], handle: string, fields: Entry['fields']): Mistake[] {
  const { username } = fields ?? {}
  const mistakes: Mistake[] = []
  if (!HANDLE.form.test(handle)) {
    const at = source.keyLocationOf(['world', kind, handle])
    mistakes.push({ at, message: `world.${kind}: "${handle}" cannot be a handle.`, hint: HANDLE.hint })
  }
  if (typeof username === 'string' && !USERNAME.form.test(username.replace(/^@/, ''))) {
    const at = source.locationOf(['world', kind, handle, 'username'])
    mistakes.push({ at, message: `world.${kind}.${handle}: "${username}" cannot be a username.`, hint: USERNAME.hint })
  }
  return mistakes
}

const UNIQUE = ['id', 'username'] as const

/** Reports duplicates between one file and `whole`, the world merged from the scenario file and its includes. */
export function checkUnique(source: Source, whole: WorldFile): Mistake[] {
  return [...duplicateHandleMistakes(source, whole), ...duplicateFieldMistakes(source, whole)]
}

/** Reports entries of different kinds, such as a user and a bot, with the same handle. */
function duplicateHandleMistakes(source: Source, whole: WorldFile): Mistake[] {
  const { world = {} } = source.value as { world?: WorldFile }
  const all = entriesIn(whole)
  return all.flatMap(({ kind, handle }, i): Mistake[] => {
    const other = all.slice(0, i).find((each) => each.handle === handle)
    if (!other || !Object.hasOwn(world[kind] ?? {}, handle)) return []
    const at = source.keyLocationOf(['world', kind, handle])
    const message = `world.${kind}.${handle}: world.${other.kind} already has this handle.`
    return [{ at, message, hint: 'Choose another handle.' }]
  })
}

function duplicateFieldMistakes(source: Source, whole: WorldFile): Mistake[] {
  const { world = {} } = source.value as { world?: WorldFile }
  const all = entriesIn(whole)
  return all.flatMap(({ kind, handle, fields }, i) =>
    UNIQUE.flatMap((key): Mistake[] => {
      const value = fields?.[key]
      const other = all
        .slice(0, i)
        .find((each) => value !== undefined && usernameKey(each.fields?.[key]) === usernameKey(value))
      if (!other || world[kind]?.[handle]?.[key] !== value) return []
      const at = source.locationOf(['world', kind, handle, key])
      const message = `world.${kind}.${handle}.${key}: ${other.handle} already has ${JSON.stringify(value)}.`
      return [{ at, message, hint: 'Choose another value, or leave the key out.' }]
    }),
  )
}

const usernameKey = (value: unknown) => (typeof value === 'string' ? value.replace(/^@/, '').toLowerCase() : value)

const MEMBER_KEYS = ['owner', 'members', 'subscribers'] as const

export function checkMembers(source: Source, whole: WorldFile): Mistake[] {
  const { world = {} } = source.value as { world?: WorldFile }
  const memberNames = memberNamesIn(whole)
  return entriesIn(world).flatMap(({ kind, handle, fields }) =>
    MEMBER_KEYS.flatMap((key) =>
      [fields?.[key] ?? []].flat().flatMap((who, i, all): Mistake[] => {
        if (typeof who !== 'string' || /^\d+$/.test(who) || memberNames.includes(who)) return []
        const path = ['world', kind, handle, key, ...(all.length > 1 || key !== 'owner' ? [i] : [])]
        const hint = didYouMean(who, memberNames)
        return [{ at: source.locationOf(path), message: `world.${kind}.${handle}.${key}: unknown "${who}".`, hint }]
      }),
    ),
  )
}

function memberNamesIn({ users = {}, bots = {} }: WorldFile): string[] {
  const all = Object.entries({ ...users, ...bots })
  return all.flatMap(([handle, fields]) => (fields?.username ? [handle, `@${fields.username}`] : [handle]))
}
