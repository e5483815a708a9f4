// What every action is: a name, its parameters, and what it does in one transaction.

import type { z } from 'zod'
import type { World } from '../world/world.ts'

export interface Action<Schema extends z.ZodType = z.ZodType> {
  name: string
  summary: string
  params: Schema
  run(world: World, params: z.output<Schema>): unknown
}

export const action = <Schema extends z.ZodType>(definition: Action<Schema>) => definition as unknown as Action
