// Waits for what will come: long enough for a busy machine, and no longer than it takes.

import { vi } from 'vitest'

export const until = (check: () => boolean | Promise<boolean>) => vi.waitUntil(check, { interval: 2, timeout: 30_000 })
