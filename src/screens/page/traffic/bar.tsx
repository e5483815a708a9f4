// The bar of a call or a delivery in the waterfall of an exchange.

interface Props {
  /** The time from the update to the end of the call, or 0 if it is unknown because the emulator's clock was frozen. */
  endMs: number
  duration_ms: number
  totalMs: number
}

export function Bar({ endMs, duration_ms: duration, totalMs }: Props) {
  const start = Math.max(0, endMs - duration)
  const percent = (ms: number) => Math.min(99, (100 * ms) / Math.max(totalMs, 1))
  const text = `${endMs > 0 ? `+${start.toFixed()} ms, ` : ''}took ${duration.toFixed(1)} ms`
  return (
    <span class="times" title={text}>
      <svg viewBox="0 0 100 2" preserveAspectRatio="none" role="img" aria-label={text}>
        <rect x={percent(start)} y="0" width={Math.max(1, percent(duration))} height="2" />
      </svg>
    </span>
  )
}
