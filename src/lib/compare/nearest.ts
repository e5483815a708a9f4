// Suggests the known word that is most similar to a mistyped one.

/** Returns "Did you mean …?" if a known word is similar, otherwise `fallback`, by default all known words. */
export function didYouMean(
  word: string,
  known: readonly string[],
  fallback = `Choose one of: ${known.join(', ')}.`,
  maxDistance?: number,
): string {
  const near = nearest(word, known, maxDistance)
  return near ? `Did you mean ${near}?` : fallback
}

/** The maximum length of a mistyped word. Comparing longer texts would be slow. */
const MAX_CHARACTERS = 300

/** A shorter word begins many others. */
const MIN_BEGINNING = 4

/**
 * Returns the known word with the smallest edit distance, at most `maxDistance`; in a tie, one with the same first letter.
 * A word that is only the beginning of a known one counts as one edit.
 */
export function nearest(
  word: string,
  known: readonly string[],
  maxDistance = Math.max(2, Math.floor(word.length / 2)),
): string | undefined {
  if (word.length > MAX_CHARACTERS) return undefined
  let best: { word: string; score: number } | undefined
  for (const candidate of known) {
    const isBeginning = word.length >= MIN_BEGINNING && candidate.toLowerCase().startsWith(word.toLowerCase())
    if (!isBeginning && Math.abs(candidate.length - word.length) > maxDistance) continue
    const distance = isBeginning ? 1 : editDistance(word.toLowerCase(), candidate.toLowerCase())
    const score = distance + (candidate[0]?.toLowerCase() === word[0]?.toLowerCase() ? 0 : 0.5)
    if (distance <= maxDistance && (!best || score < best.score)) best = { word: candidate, score }
  }
  return best?.word
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    let left = i
    let corner = i - 1
    row = row.map((above, j) => {
      const distance = j === 0 ? i : Math.min(above + 1, left + 1, corner + (a[i - 1] === b[j - 1] ? 0 : 1))
      corner = above
      left = distance
      return distance
    })
  }
  return row.at(-1) ?? 0
}
