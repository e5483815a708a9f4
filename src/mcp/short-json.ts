// Answers that an agent can afford: short unless the whole is asked for.

/** About 350 tokens. */
const MAX_CHARACTERS = 1300

/** As many lines as there is room for, the newest of them, and how many were left out. */
export function newestLines(lines: readonly string[], more: string): string {
  const kept: string[] = []
  let room = MAX_CHARACTERS
  for (const line of [...lines].reverse()) {
    room -= line.length + 1
    if (room < 0) break
    kept.unshift(line)
  }
  const left = lines.length - kept.length
  return [...(left ? [`(${left} older left out: ${more})`] : []), ...kept].join('\n')
}

/** JSON without spaces, cut where it gets long. */
export function shortJson(value: unknown, more: string): string {
  const json = JSON.stringify(value) ?? 'nothing'
  if (json.length <= MAX_CHARACTERS) return json
  return `${json.slice(0, MAX_CHARACTERS)}…\n(cut at ${MAX_CHARACTERS} of ${json.length} characters: ${more})`
}
