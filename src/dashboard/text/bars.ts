// Counts as bars of one cell each.

export function bars(counts: readonly number[], signs: string): string {
  const most = Math.max(1, ...counts)
  return counts
    .map((count) =>
      count === 0 ? ' ' : signs[Math.min(signs.length - 1, Math.ceil((count / most) * signs.length) - 1)],
    )
    .join('')
}
