// Values as they travel: JSON, in which an expression is written between slashes.

export const wireText = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, each) => (each instanceof RegExp ? String(each) : each))

/** The same as comes out at the other end of a connection. */
export function travelled(value: unknown) {
  const text = wireText(value)
  return text === undefined ? null : JSON.parse(text)
}
