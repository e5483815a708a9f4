// The valid parts of an invalid scenario file, which are checked for further mistakes.

import { CREATE_ACTIONS, type WorldFile } from '../../worlds/world-file.ts'
import { isMap, type Params } from '../scenario.ts'
import type { StepCatalogue } from './checks/step-catalogue.ts'
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

/** Returns true if a step may create or remove people, bots or chats without naming a handle. */
export function mayHideHandles(steps: readonly unknown[], catalogue: StepCatalogue): boolean {
  const changesHandles = (word: string) =>
    CREATE_ACTIONS.has(word) || word === 'include' || catalogue.get(word)?.action?.replaces_world
  return steps.some(
    (step) =>
      isMap(step) &&
      Object.entries(step).some(([word, params]) => changesHandles(word) && !(isMap(params) && params.handle)),
  )
}
