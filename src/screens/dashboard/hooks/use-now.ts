// Real time in minutes, so that nothing is drawn while nothing changes.

import { useEffect, useState } from 'react'
import { useEmulator } from './use-emulator.ts'

const MINUTE_MS = 60_000

/** Returns real time in milliseconds, and draws the component again when a minute has passed. */
export function useNow(): number {
  const { host } = useEmulator()
  const [now, setNow] = useState(host.nowMs())
  useEffect(() => {
    const timer = setTimeout(() => setNow(host.nowMs()), MINUTE_MS - (now % MINUTE_MS) + 5)
    return () => clearTimeout(timer)
  }, [host, now])
  return now
}
