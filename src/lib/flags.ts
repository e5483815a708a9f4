// Packs a fixed list of booleans into the bits of one number.

export type Flags<Name extends string> = Record<Name, boolean>

export function packFlags<Name extends string>(names: readonly Name[], flags: Partial<Flags<Name>>): number {
  return names.reduce((bits, name, i) => (flags[name] ? bits | (1 << i) : bits), 0)
}

export function unpackFlags<Name extends string>(names: readonly Name[], bits: number): Flags<Name> {
  return Object.fromEntries(names.map((name, i) => [name, (bits & (1 << i)) !== 0])) as Flags<Name>
}

export function hasFlag<Name extends string>(names: readonly Name[], bits: number, name: Name): boolean {
  return (bits & (1 << names.indexOf(name))) !== 0
}
