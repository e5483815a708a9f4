// JSON that is already text, so that a stored update is not parsed only to be written again.

export class JsonText {
  constructor(readonly text: string) {}
}

export function toJson(value: unknown): string {
  return value instanceof JsonText ? value.text : JSON.stringify(value)
}
