// A list of names with values. Leaves out names without a value.

import type { ComponentChildren } from 'preact'

export const Facts = ({ facts }: { facts: Readonly<Record<string, ComponentChildren>> }) => (
  <dl>
    {Object.entries(facts)
      .filter(([, value]) => value !== undefined && value !== false && value !== '')
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
