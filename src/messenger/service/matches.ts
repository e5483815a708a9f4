// Patterns in settings: a part of the text in any case, or a regular expression between slashes.

export function matches(pattern: string, text: string): boolean {
  const expression = /^\/(.+)\/([a-z]*)$/s.exec(pattern)
  if (expression) return new RegExp(expression[1]!, expression[2]).test(text)
  return text.toLowerCase().includes(pattern.toLowerCase())
}
