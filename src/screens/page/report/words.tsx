// Marks the words in which two texts differ.

const wordsOf = (text: string) => text.split(/(\s+|[^\p{L}\p{N}\s])/u).filter(Boolean)

/** Splits `text` where words that `other` has too begin or end. */
function splitByDifference(text: string, other: string): { words: string; isCommon: boolean }[] {
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
  const parts: { words: string; isCommon: boolean }[] = []
  let j = 0
  for (const [i, word] of words.entries()) {
    while (j < others.length && word !== others[j] && at(i, j + 1) === at(i, j)) j++
    const isCommon = word === others[j]
    if (isCommon) j++
    const last = parts.at(-1)
    if (last?.isCommon === isCommon) last.words += word
    else parts.push({ words: word, isCommon })
  }
  return parts
}

/** The text, with the words marked that `other` lacks. Without `other`, nothing is marked. */
export const Marked = ({ text, other = text }: { text: string; other?: string | undefined }) =>
  text === other
    ? text
    : splitByDifference(text, other).map(({ words, isCommon }, at) =>
        isCommon ? words : <mark key={at}>{words}</mark>,
      )
