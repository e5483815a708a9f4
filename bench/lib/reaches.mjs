// Compares results with targets. A number is a minimum, `{ most: number }` a maximum.

export const reaches = (ratio, target) => (typeof target === 'number' ? ratio >= target : ratio <= target.most)

export const inWords = (target, unit = '') =>
  typeof target === 'number' ? `at least ${target}${unit}` : `at most ${target.most}${unit}`
