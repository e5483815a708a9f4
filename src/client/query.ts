// Values as a query carries them.

import type { Values } from './client.ts'

export const asQuery = (values: Values = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  )
