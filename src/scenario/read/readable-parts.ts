// The valid parts of an invalid scenario file, which are checked for further mistakes.

import { isMap, type Params } from '../scenario.ts'
import { CREATE_ACTIONS, REPLACES_WORLD, type WorldFile } from '../world-file.ts'
import { BEFORE_EACH, type FileContent, type WrittenScenario } from './schema/file-schema.ts'

/** Leaves out values that do not match the schema. Keeps list indexes, so that mistakes are located correctly. */
export function readableParts(content: unknown): FileContent {
  if (!isMap(content)) return {}
  const { include, world, steps, scenarios, [BEFORE_EACH]: before } = content
  const isInclude = typeof include === 'string' || (Array.isArray(include) && include.every(isText))
  return {
    ...(isInclude && { include: include as string | string[] }),
    ...(isMap(world) && { world: readableWorld(world) }),
    ...(Array.isArray(steps) && { steps }),
    ...(Array.isArray(before) && { [BEFORE_EACH]: before }),
    ...(Array.isArray(scenarios) && { scenarios: scenarios.map(readableScenario) }),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

function readableWorld({ service, users, bots, groups, channels }: Params): WorldFile {
  const byHandle = (entries: unknown) =>
    isMap(entries)
      ? Object.fromEntries(Object.entries(entries).map(([key, fields]) => [key, isMap(fields) ? fields : null]))
      : {}
  return {
    ...(isMap(service) && { service }),
    users: byHandle(users),
    bots: byHandle(bots),
    groups: byHandle(groups),
    channels: byHandle(channels),
  }
}

function readableScenario(scenario: unknown): WrittenScenario {
  const { steps, each } = isMap(scenario) ? scenario : {}
  const isTable = Array.isArray(each) && each.length > 0 && each.every(isMap)
  return { name: '', steps: Array.isArray(steps) ? steps : [], ...(isTable && { each }) }
}

/** Returns every name set by `as` or `handle`, at any depth, so that steps may use names set by invalid steps. */
export function textsUnder(key: 'as' | 'handle', value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const text = (value as Params)[key]
  return [...(isText(text) ? [text] : []), ...Object.values(value).flatMap((inner) => textsUnder(key, inner))]
}

const CHANGES_HANDLES = new Set([...CREATE_ACTIONS.keys(), ...REPLACES_WORLD, 'include'])

/** Returns true if a step may create or remove people, bots or chats without naming a handle. */
export const mayHideHandles = (steps: readonly unknown[]) =>
  steps.some(
    (step) =>
      isMap(step) &&
      Object.entries(step).some(([word, params]) => CHANGES_HANDLES.has(word) && !(isMap(params) && params.handle)),
  )
