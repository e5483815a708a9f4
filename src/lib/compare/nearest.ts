// The known word nearest to a mistyped one.

/** The hint beside an unknown word: what may have been meant, or else what there is. */
export function didYouMean(
  word: string,
  known: readonly string[],
  otherwise = `There are: ${known.join(', ')}.`,
  most?: number,
): string {
  const near = nearest(word, known, most)
  return near ? `Did you mean ${near}?` : otherwise
}

/** What is longer is no mistyped word, and would take its time. */
const MAX_CHARACTERS = 300

/** At most so many letters may be amiss. */
export function nearest(
  word: string,
  known: readonly string[],
  most = Math.max(2, Math.floor(word.length / 2)),
): string | undefined {
  if (word.length > MAX_CHARACTERS) return undefined
  let best: { word: string; distance: number } | undefined
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) > most) continue
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance <= most && (!best || distance < best.distance)) best = { word: candidate, distance }
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
