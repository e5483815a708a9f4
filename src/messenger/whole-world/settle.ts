// What every world has from its first moment on, whether it was made, opened, emptied or put in place of another.

import { ensureSealKey } from '../files/file-id.ts'
import { renewService } from '../service/service.ts'
import type { Tx } from '../world.ts'

export function settle(tx: Tx) {
  renewService(tx)
  ensureSealKey(tx)
}
