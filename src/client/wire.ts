// Values as they travel: JSON, in which an expression is written between slashes.

export const wireText = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, each) => (each instanceof RegExp ? String(each) : each))

/** The same as comes out at the other end of a connection. */
export function throughJson<Result>(value: unknown): Result {
  return JSON.parse(wireText(value) ?? 'null')
}
