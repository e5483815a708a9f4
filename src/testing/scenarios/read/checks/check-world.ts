// Checks the entries of a world: their parameters, handles, usernames and members.

import { didYouMean } from '../../../../lib/compare/nearest.ts'
import { HANDLE, USERNAME } from '../../../../service/rules/names.ts'
import { entriesIn, nameFromHandle, type WorldFile } from '../../../worlds/world-file.ts'
import type { Mistake } from '../mistake.ts'
import { mistakeAt, mistakeAtKey, type Source } from '../source.ts'
import { explainIssues } from './explain-issues.ts'
import type { StepCatalogue } from './step-catalogue.ts'

const worldOf = ({ value }: Source): WorldFile => (value as { world?: WorldFile }).world ?? {}

export function checkWorld(source: Source, catalogue: StepCatalogue): Mistake[] {
  const world = worldOf(source)
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

type WorldEntry = ReturnType<typeof entriesIn>[number]

function nameMistakes(
  source: Source,
  kind: WorldEntry['kind'],
  handle: string,
  fields: WorldEntry['fields'],
): Mistake[] {
  const { username } = fields ?? {}
  const path = ['world', kind, handle]
  const isUsername = typeof username !== 'string' || USERNAME.form.test(username.replace(/^@/, ''))
  const inHandle = `world.${kind}: "${handle}" cannot be a handle.`
  const inUsername = `${path.join('.')}: "${username}" cannot be a username.`
  return [
    ...(HANDLE.form.test(handle) ? [] : [mistakeAtKey(source, path, inHandle, HANDLE.hint)]),
    ...(isUsername ? [] : [mistakeAt(source, [...path, 'username'], inUsername, USERNAME.hint)]),
  ]
}

/** Reports unknown members and duplicates in a file. `whole` is the merged world of a scenario and its includes. */
export const checkWholeWorld = (source: Source, whole: WorldFile): Mistake[] => [
  ...memberMistakes(source, whole),
  ...duplicateMistakes(source, whole),
]

const UNIQUE = ['id', 'username'] as const

/** Reports entries of different kinds, such as a user and a bot, with the same handle, and repeated ids and usernames. */
function duplicateMistakes(source: Source, whole: WorldFile): Mistake[] {
  const world = worldOf(source)
  const all = entriesIn(whole)
  return all.flatMap(({ kind, handle, fields }, i): Mistake[] => {
    const path = ['world', kind, handle]
    const name = path.join('.')
    const earlier = all.slice(0, i)
    const sameHandle = earlier.find((each) => each.handle === handle && Object.hasOwn(world[kind] ?? {}, handle))
    const message = `${name}: world.${sameHandle?.kind} already has this handle.`
    return [
      ...(sameHandle ? [mistakeAtKey(source, path, message, 'Choose another handle.')] : []),
      ...UNIQUE.flatMap((key): Mistake[] => {
        const value = fields?.[key]
        if (value === undefined || world[kind]?.[handle]?.[key] !== value) return []
        const other = earlier.find((each) => usernameKey(each.fields?.[key]) === usernameKey(value))
        if (!other) return []
        const message = `${name}.${key}: ${other.handle} already has ${JSON.stringify(value)}.`
        const hint = 'Choose another value, or leave the key out.'
        return [mistakeAt(source, [...path, key], message, hint)]
      }),
    ]
  })
}

const usernameKey = (value: unknown) => (typeof value === 'string' ? value.replace(/^@/, '').toLowerCase() : value)

const MEMBER_KEYS = ['owner', 'members', 'subscribers'] as const

function memberMistakes(source: Source, whole: WorldFile): Mistake[] {
  const memberNames = memberNamesIn(whole)
  return entriesIn(worldOf(source)).flatMap(({ kind, handle, fields }) =>
    MEMBER_KEYS.flatMap((key) =>
      [fields?.[key] ?? []].flat().flatMap((who, i, all): Mistake[] => {
        if (typeof who !== 'string' || /^\d+$/.test(who) || memberNames.includes(who)) return []
        const path = ['world', kind, handle, key, ...(all.length > 1 || key !== 'owner' ? [i] : [])]
        const message = `world.${kind}.${handle}.${key}: unknown "${who}".`
        return [mistakeAt(source, path, message, didYouMean(who, memberNames))]
      }),
    ),
  )
}

function memberNamesIn({ users = {}, bots = {} }: WorldFile): string[] {
  const all = Object.entries({ ...users, ...bots })
  return all.flatMap(([handle, fields]) => (fields?.username ? [handle, `@${fields.username}`] : [handle]))
}
