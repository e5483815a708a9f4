// Marks the words in which two texts differ.

const wordsOf = (text: string) => text.split(/(\s+|[^\p{L}\p{N}\s])/u).filter(Boolean)

/** The text, with the words marked that `other` lacks. Without `other`, nothing is marked. */
export function Marked({ text, other = text }: { text: string; other?: string | undefined }) {
  if (text === other) return text
  const [words, others] = [wordsOf(text), wordsOf(other)]
  // common[i][j] is the number of words that both texts have in common from i and j on.
  const common = Array.from({ length: words.length + 1 }, () => new Uint16Array(others.length + 1))
  const at = (i: number, j: number) => common[i]?.[j] ?? 0
  for (let i = words.length - 1; i >= 0; i--) {
    for (let j = others.length - 1; j >= 0; j--) {
      const row = common[i] as Uint16Array
      row[j] = words[i] === others[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  let j = 0
  return words.map((word, i) => {
    while (j < others.length && word !== others[j] && at(i, j + 1) === at(i, j)) j++
    if (word !== others[j]) return <mark key={i}>{word}</mark>
    j++
    return word
  })
}
