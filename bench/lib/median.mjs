// The median and percentiles of measured values.

export const median = (values) => percentile(values, 50)

/** Returns the value that `percent` percent of the values do not exceed. */
export function percentile(values, percent) {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1))]
}
